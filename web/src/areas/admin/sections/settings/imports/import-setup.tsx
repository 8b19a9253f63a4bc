import { useRef, useState } from "react";
import type { ImportKind } from "#contracts/choices.ts";
import { IMPORT_WORDS_MAX } from "#contracts/limits.ts";
import {
  hasSourceIds,
  IMPORT_FORMATS,
  createMapping,
  findMappingProblem,
  guessKind,
  recognizeFormat,
  findSourceProblem,
  type ImportFormat,
} from "#rules/imports/formats.ts";
import { createImportedFile } from "#rules/imports/row-cells.ts";
import { useSendFile } from "#data/imports/mutations.ts";
import { Button } from "#ui/button.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextField } from "#ui/fields/field.tsx";
import { Notice } from "#ui/messages/notice.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { SettingsCard } from "../settings-card.tsx";
import { ColumnChoices } from "./column-choices.tsx";
import { DateOrderChoice } from "./date-order-choice.tsx";
import { DecimalMarkChoice, useDecimalMark } from "./decimal-mark-choice.tsx";
import { FileChoice } from "./file-choice.tsx";
import { RowPreview } from "./row-preview.tsx";
import { SheetChoice } from "./sheet-choice.tsx";
import { SendProgress } from "./send-progress.tsx";
import { IMPORT_KIND_LABELS, rowsText } from "./texts.ts";
import { useDateOrder } from "./use-date-order.ts";
import { useWords, type WordsState } from "./use-words.ts";
import { WordChoices } from "./word-choices.tsx";
import type { ImportFile } from "./read-file.ts";

const KINDS = Object.keys(IMPORT_KIND_LABELS) as readonly ImportKind[];

const getFormat = (source: string): ImportFormat =>
  IMPORT_FORMATS.find((format) => format.source === source) ?? IMPORT_FORMATS.at(-1)!;

/** Converts a name: `Little Green Light` becomes `little-green-light`. */
const toSource = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replaceAll(/^-|-$/g, "");

/**
 * Returns the same key for the same import, so that a retry continues it. Returns a new key if the import has changed.
 */
const useIdempotencyKeys = () => {
  const keys = useRef(new Map<string, string>());
  return (newImport: object): string => {
    const text = JSON.stringify(newImport);
    const key = keys.current.get(text) ?? crypto.randomUUID();
    keys.current.set(text, key);
    return key;
  };
};

function findWordsProblem({ columns, unknownWord }: WordsState): string | null {
  if (columns.some(({ words }) => words.length > IMPORT_WORDS_MAX)) {
    return "A column of statuses or types has too many different words. Choose another column for it.";
  }
  return unknownWord === undefined ? null : `Choose what “${unknownWord}” means.`;
}

interface ChosenFileProps {
  readonly file: ImportFile;
  readonly onSendingChange: (isSending: boolean) => void;
  readonly kind: ImportKind;
  readonly onKindChange: (kind: ImportKind) => void;
  readonly onStart: (id: string) => void;
  readonly onRemove: () => void;
}

/** Lets the administrator map the file's columns to fields, and shows how its first rows would be stored. */
const ChosenFile = ({
  file,
  onSendingChange,
  kind,
  onKindChange,
  onStart,
  onRemove,
}: ChosenFileProps) => {
  const { fileName, fileHash, sheetName, headings, rows } = file;
  const recognizedFormat = recognizeFormat(headings);
  const [format, setFormat] = useState(recognizedFormat);
  const [mapping, setMapping] = useState(() => createMapping(format, kind, headings));
  const [systemName, setSystemName] = useState("");
  const [sentRowCount, setSentRowCount] = useState(0);
  const getIdempotencyKey = useIdempotencyKeys();
  const dates = useDateOrder(
    rows,
    { donations: mapping.date, donors: undefined, volunteers: mapping.startedOn }[kind],
  );
  const amounts = useDecimalMark(rows, kind === "donations" ? mapping.amount : undefined);
  const words = useWords(file, kind, mapping, { source: format.source, mark: amounts.mark });
  const sendFile = useSendFile();
  const isSpreadsheet = format.source === "spreadsheet";

  const needsName = isSpreadsheet && hasSourceIds(mapping);
  const source = needsName ? toSource(systemName) : format.source;
  const reading = {
    dateOrder: dates.dateOrder,
    decimalMark: amounts.mark,
    meanings: words.meanings,
  };
  const problem =
    findMappingProblem(kind, mapping) ??
    findSourceProblem(source, mapping) ??
    findWordsProblem(words);
  const choose = (nextFormat: ImportFormat, nextKind: ImportKind) => {
    setFormat(nextFormat);
    onKindChange(nextKind);
    setMapping(createMapping(nextFormat, nextKind, headings));
  };
  const send = async () => {
    onSendingChange(true);
    try {
      const newImport = {
        kind,
        source,
        fileName,
        fileHash,
        headings: [...headings],
        mapping,
        ...reading,
        rowCount: rows.length,
      };
      const { id } = await sendFile.mutateAsync({
        newImport,
        idempotencyKey: getIdempotencyKey(newImport),
        rows,
        onProgress: setSentRowCount,
      });
      onStart(id);
    } catch (error) {
      showFailure("A file could not be sent", error, {
        title: "We couldn't send the whole file",
        fallback: "Press the button again to pick up where it left off.",
      });
    }
    onSendingChange(false);
  };
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 font-semibold wrap-anywhere">
          {fileName}{" "}
          <span className="quiet font-normal">
            {sheetName && `Sheet “${sheetName}”, `}
            {rowsText(rows.length)}
          </span>
        </p>
        <Button variant="outline" size="sm" disabled={sendFile.isPending} onClick={onRemove}>
          Choose another file
        </Button>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="What's in it"
          value={kind}
          onValue={(value) => choose(format, value as ImportKind)}
        >
          {KINDS.map((value) => (
            <option key={value} value={value}>
              {IMPORT_KIND_LABELS[value]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Where it's from"
          description={
            format === recognizedFormat && !isSpreadsheet ? "Recognized by its columns." : undefined
          }
          value={format.source}
          onValue={(value) => choose(getFormat(value), kind)}
        >
          {IMPORT_FORMATS.map(({ source: value, label }) => (
            <option key={value} value={value}>
              {value === "spreadsheet" ? "A spreadsheet or another system" : label}
            </option>
          ))}
        </SelectField>
        {needsName && (
          <TextField
            label="Name of the other system"
            description="We store this name with the IDs from the file, so importing the file again doesn't add anything twice."
            maxLength={40}
            value={systemName}
            onValue={setSystemName}
          />
        )}
      </div>
      <ColumnChoices
        key={`${kind} ${format.source}`}
        isCollapsed={!isSpreadsheet}
        kind={kind}
        headings={headings}
        mapping={mapping}
        onMappingChange={setMapping}
      />
      <DateOrderChoice {...dates} />
      <DecimalMarkChoice {...amounts} />
      <WordChoices {...words} />
      {problem ? (
        <Notice tone="info">{problem}</Notice>
      ) : (
        <RowPreview
          kind={kind}
          file={createImportedFile({ source, headings, mapping, ...reading })}
          rows={rows}
        />
      )}
      {sendFile.isPending && <SendProgress sentRowCount={sentRowCount} rowCount={rows.length} />}
      <div>
        <Button busy={sendFile.isPending} disabled={problem !== null} onClick={() => void send()}>
          Check {rowsText(rows.length)}
        </Button>
      </div>
    </>
  );
};

/** Lets the administrator choose a file and describe it. Nothing is stored before the check. */
export const ImportSetup = ({ onStart }: { readonly onStart: (id: string) => void }) => {
  const [file, setFile] = useState<ImportFile | null>(null);
  const [kind, setKind] = useState<ImportKind>("donations");
  const [isSending, setSending] = useState(false);
  return (
    <SettingsCard
      title="Import"
      intro="Bring in donations, donors and volunteers from another system. Importing sends no emails or receipts and charges nothing. You'll see every problem before anything is stored, and you can undo an import for 24 hours."
    >
      {file ? (
        <>
          <SheetChoice file={file} isDisabled={isSending} onFile={setFile} />
          <ChosenFile
            key={file.fileHash}
            file={file}
            onSendingChange={setSending}
            kind={kind}
            onKindChange={setKind}
            onStart={onStart}
            onRemove={() => setFile(null)}
          />
        </>
      ) : (
        <FileChoice
          hint="An export from GiveWP, Givebutter, Donorbox, Stripe, CiviCRM, PayPal, Zeffy or Benevity, or any spreadsheet (.xlsx or CSV), with up to 100,000 rows."
          onFile={(chosenFile) => {
            setFile(chosenFile);
            setKind(guessKind(chosenFile.headings));
          }}
        />
      )}
    </SettingsCard>
  );
};
