import { useState } from "react";
import {
  type ChosenRecords,
  type FoundRecord,
  SEARCH_MIN_LENGTH,
  useFoundPeople,
} from "#data/people/queries.ts";
import { countWithNoun } from "#lib/format.ts";
import { useDebounced } from "#lib/use-debounced.ts";
import { QueryStates } from "#admin/query-states.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { TextField } from "#ui/fields/field.tsx";
import { SettingsCard } from "../settings-card.tsx";
import { ErasePerson } from "./erase-person.tsx";
import { FoundRecords } from "./found-records.tsx";
import { PersonExportButton } from "./person-export.tsx";
import { recordKey } from "./record-kinds.ts";

const TYPING_PAUSE_MS = 300;

type RecordsByKey = ReadonlyMap<string, FoundRecord>;

interface ResultsProps {
  readonly search: string;
  readonly chosenByKey: RecordsByKey;
  readonly onChoose: (records: readonly FoundRecord[], isChosen: boolean) => void;
}

const Results = ({ search, chosenByKey, onChoose }: ResultsProps) => {
  const query = useFoundPeople(search);
  return (
    <QueryStates query={query} subject="the records">
      {({ records, hasMore }) => {
        const others = records.filter((record) => !chosenByKey.has(recordKey(record)));
        const sameEmailRecords = others.filter(({ sharesEmailWith }) =>
          sharesEmailWith.some((record) => chosenByKey.has(recordKey(record))),
        );
        return (
          <>
            <output className="quiet block text-sm">
              {records.length === 0
                ? "We found no one with that name, email address or phone number."
                : `${countWithNoun(records.length, "record", "records")} found. Choose the ones that belong to this person.`}
              {hasMore &&
                " There are more. Type more of the name, email address or phone number to narrow them down."}
            </output>
            {sameEmailRecords.length > 0 && (
              <div>
                <Button
                  variant="outline"
                  size="sm"
                  onClick={() => onChoose(sameEmailRecords, true)}
                >
                  Choose {countWithNoun(sameEmailRecords.length, "more record", "more records")}{" "}
                  with the same email
                </Button>
              </div>
            )}
            <FoundRecords
              records={others}
              isChosen={() => false}
              onChoose={(record) => onChoose([record], true)}
            />
          </>
        );
      }}
    </QueryStates>
  );
};

const NO_RECORDS: RecordsByKey = new Map();

/** Finds a person's records, so that they can be exported or erased. */
export const PersonSearch = ({ onErased }: { readonly onErased: () => void }) => {
  const [input, setInput] = useState("");
  const search = useDebounced(input.trim(), TYPING_PAUSE_MS);
  const [chosenByKey, setChosenByKey] = useState(NO_RECORDS);
  const [isErasing, setErasing] = useState(false);
  const choose = (records: readonly FoundRecord[], isChosen: boolean) => {
    const next = new Map(chosenByKey);
    for (const record of records) {
      if (isChosen) next.set(recordKey(record), record);
      else next.delete(recordKey(record));
    }
    setChosenByKey(next);
  };
  const records = [...chosenByKey.values()];
  const chosenRecords: ChosenRecords = records.map(({ kind, id }) => ({ kind, id }));
  return (
    <SettingsCard
      title="Privacy requests"
      intro="Use this when someone asks for a copy of their data or asks you to erase it. First, find every record of that person: search by name, and then by each email address and phone number."
    >
      <TextField
        label="Name, email or phone"
        type="search"
        autoComplete="off"
        maxLength={254}
        value={input}
        onValue={setInput}
      />
      {records.length > 0 && (
        <section aria-label="Chosen records" className="card-box grid gap-4 p-4">
          <p className="font-semibold">
            {countWithNoun(records.length, "record", "records")} of this person
          </p>
          <FoundRecords
            records={records}
            isChosen={() => true}
            onChoose={(record) => choose([record], false)}
          />
          <div className="flex flex-wrap gap-3">
            <PersonExportButton records={chosenRecords} />
            <Button variant="outline" onClick={() => setErasing(true)}>
              Erase…
            </Button>
          </div>
        </section>
      )}
      {/* Clearing the field hides the results at once, which matters most right after a person has been erased. */}
      {Math.min(search.length, input.trim().length) >= SEARCH_MIN_LENGTH && (
        <Results search={search} chosenByKey={chosenByKey} onChoose={choose} />
      )}
      <Dialog
        open={isErasing}
        onClose={() => setErasing(false)}
        size="lg"
        title="Erase this person"
        description="Nothing is erased until you confirm it below."
      >
        <ErasePerson
          records={chosenRecords}
          onCancel={() => setErasing(false)}
          onErased={() => {
            setErasing(false);
            setChosenByKey(NO_RECORDS);
            setInput("");
            onErased();
          }}
        />
      </Dialog>
    </SettingsCard>
  );
};
