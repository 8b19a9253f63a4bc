import { Command } from "cmdk";
import { useRef, useState, type ReactNode, type RefObject } from "react";
import { useController, useFormContext, useWatch, type FieldValues } from "react-hook-form";
import { useRecords, type Resource } from "#data/resource.ts";
import { useDebounced } from "#lib/use-debounced.ts";
import { Button } from "#ui/button.tsx";
import type { FieldName } from "./form-fields.tsx";

const SEARCH_DELAY_MS = 200;
const RESULT_LIMIT = 6;
const NEW_RECORD = "new";
const ITEM_CLASSES =
  "data-[selected=true]:bg-base-200 flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 rounded-xl px-3 py-1.5";

/** Describes which records can be picked, and how they are searched and shown. */
interface PickerSource<Row> {
  readonly noun: string;
  readonly label: string;
  readonly placeholder: string;
  readonly resource: Resource<Row, unknown, unknown>;
  readonly getLabel: (row: Row) => string;
  readonly getDetail: (row: Row) => string | null;
}

export interface RecordSearchProps<Row> extends PickerSource<Row> {
  readonly name: string;
  readonly inputRef?: RefObject<HTMLInputElement | null>;
  readonly error?: string | undefined;
  /** The ID of a record that can't be chosen. */
  readonly hiddenId?: string;
  readonly onChoose: (row: Row) => void;
  /** Offers to add a new record. */
  readonly onCreate?: (inputText: string) => void;
}

/** Finds records as the user types. Enter chooses the highlighted record. */
export const RecordSearch = <Row extends { readonly id: string }>(
  props: RecordSearchProps<Row>,
) => {
  const { name, noun, label, placeholder, resource, getLabel, getDetail } = props;
  const { inputRef, error, hiddenId, onChoose, onCreate } = props;
  const [inputText, setInputText] = useState("");
  const search = useDebounced(inputText.trim(), SEARCH_DELAY_MS);
  const { data, isPlaceholderData } = useRecords(resource, { search, limit: RESULT_LIMIT });
  const hasResults = data !== undefined && !isPlaceholderData;
  const rows = data?.rows.filter(({ id }) => id !== hiddenId) ?? [];
  const [highlightedRow, setHighlighted] = useState({ search: "", value: "" });
  const firstValue = rows[0]?.id ?? NEW_RECORD;
  // Enter must not choose a result of an earlier search. It also must not add a record before the existing ones have
  // loaded.
  const isCurrent = search !== "" && search === inputText.trim() && hasResults;
  return (
    <Command
      label={label}
      shouldFilter={false}
      value={highlightedRow.search === search ? highlightedRow.value : firstValue}
      onValueChange={(value) => value && setHighlighted({ search, value })}
      className="sm:col-span-2"
    >
      <span aria-hidden="true" className="mb-1.5 block text-sm font-semibold">
        {label}
      </span>
      <Command.Input
        ref={inputRef ?? null}
        name={name}
        value={inputText}
        onValueChange={setInputText}
        placeholder={placeholder}
        autoComplete="off"
        aria-invalid={error ? true : undefined}
        className="input w-full"
      />
      {error && <p className="text-error mt-1.5 text-sm font-medium">{error}</p>}
      {/* Always rendered, because the text field refers to it with aria-controls. */}
      <Command.List label={`${label}: results`} hidden={!isCurrent} className="card-box mt-2 p-2">
        {isCurrent &&
          rows.map((row) => (
            <Command.Item
              key={row.id}
              value={row.id}
              onSelect={() => onChoose(row)}
              className={ITEM_CLASSES}
            >
              <span className="font-medium">{getLabel(row)}</span>{" "}
              <span className="quiet text-sm break-words">{getDetail(row)}</span>
            </Command.Item>
          ))}
        {isCurrent && data.hasMore && (
          <p className="quiet px-3 py-1.5 text-sm">
            There are more matches. Type more to narrow them.
          </p>
        )}
        {isCurrent && !onCreate && rows.length === 0 && (
          <p className="quiet px-3 py-1.5">No {noun} matches.</p>
        )}
        {isCurrent && onCreate && (
          <Command.Item
            value={NEW_RECORD}
            onSelect={() => onCreate(inputText.trim())}
            className={ITEM_CLASSES}
          >
            Add “{inputText.trim()}” as a new {noun}
          </Command.Item>
        )}
      </Command.List>
    </Command>
  );
};

export interface FormRecordPickerProps<Values extends FieldValues, Row> extends PickerSource<Row> {
  /** The field that stores the record's id. */
  readonly name: FieldName<Values>;
  /** The next field, which gets the focus after a record is chosen. */
  readonly nextField: FieldName<Values>;
  readonly renderChosen: (id: string) => ReactNode;
  /** Lets users add a new record. Otherwise, they can choose only existing ones. */
  readonly newRecord?: NewRecord;
}

interface NewRecord {
  /** Returns the initial values of the new record's fields. */
  readonly createValues: (inputText: string) => Readonly<Record<string, string>>;
  readonly fields: ReactNode;
}

/** Lets users choose a record as they type, or enter the details of a new record. */
export const FormRecordPicker = <
  Values extends FieldValues = never,
  Row extends { readonly id: string } = never,
>({
  name,
  nextField,
  renderChosen,
  newRecord,
  ...source
}: FormRecordPickerProps<Values, Row>) => {
  const { field, fieldState } = useController({ name });
  const { setValue } = useFormContext();
  const newFieldNames = Object.keys(newRecord?.createValues("") ?? {});
  const firstNewValue: unknown = useWatch({ name: newFieldNames[0] ?? name });
  const inputRef = useRef<HTMLInputElement>(null);

  const choose = (row: Row) => {
    // Move the focus immediately, because the user may press the next key before React has replaced this field.
    const next = inputRef.current?.form?.elements.namedItem(nextField);
    if (next instanceof HTMLElement) next.focus();
    field.onChange(row.id);
  };
  const startNewRecord = ({ createValues }: NewRecord, inputText: string) => {
    for (const [fieldName, value] of Object.entries(createValues(inputText))) {
      setValue(fieldName, value, { shouldDirty: true });
    }
  };
  const startOver = () => {
    field.onChange(null);
    for (const fieldName of newFieldNames) setValue(fieldName, undefined);
  };
  const changeButton = (
    <Button variant="outline" size="sm" onClick={startOver}>
      Choose another {source.noun}
    </Button>
  );
  const chosenId: unknown = field.value;
  if (typeof chosenId === "string") {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 sm:col-span-2">
        {renderChosen(chosenId)}
        {changeButton}
      </div>
    );
  }
  if (newRecord && firstNewValue !== undefined) {
    return (
      <>
        {newRecord.fields}
        <div className="self-end pb-1">{changeButton}</div>
      </>
    );
  }
  return (
    <RecordSearch
      {...source}
      name={name}
      inputRef={inputRef}
      error={fieldState.error?.message}
      onChoose={choose}
      {...(newRecord && {
        onCreate: (inputText: string) => startNewRecord(newRecord, inputText),
      })}
    />
  );
};
