import { IMPORT_MEANINGS, type ImportMeaning } from "#contracts/choices.ts";
import { moneyWithCents } from "#lib/format.ts";
import { SelectField } from "#ui/fields/select-field.tsx";
import { rowsText } from "./texts.ts";
import type { WordsState } from "./use-words.ts";

const MEANING_LABELS: Readonly<Record<ImportMeaning, string>> = {
  received: "Money that arrived",
  refunded: "Arrived, refunded in full",
  partly_refunded: "Arrived, refunded in part",
  refund: "Refund of another row",
  pledge: "Pledge: leave out",
  not_paid: "Not paid: leave out",
  test: "Test: leave out",
  skip: "Not a donation: leave out",
};

/** Asks what the words in columns of statuses and types say about the money. Words that we know are chosen already. */
export const WordChoices = ({ columns, meanings, onMeaningChange }: WordsState) =>
  columns.map(({ column, heading, words }) => (
    <fieldset key={column}>
      <legend className="mb-2 text-sm font-semibold">What the words in “{heading}” mean</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        {words.map(({ word, count, cents }) => (
          <SelectField
            key={word}
            label={word === "" ? "Blank" : word}
            description={`${rowsText(count)}, ${moneyWithCents(cents / 100)}`}
            value={meanings[column]?.[word] ?? ""}
            onValue={(value) => onMeaningChange(column, word, value as ImportMeaning)}
          >
            {meanings[column]?.[word] === undefined && (
              <option value="">Choose what it means</option>
            )}
            {IMPORT_MEANINGS.map((meaning) => (
              <option key={meaning} value={meaning}>
                {MEANING_LABELS[meaning]}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
    </fieldset>
  ));
