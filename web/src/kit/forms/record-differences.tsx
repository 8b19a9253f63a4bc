import { diffWordsWithSpace } from "diff";
import { useTimeZone } from "#lib/time/dates.tsx";
import { cx } from "#ui/class-names.ts";
import { Picture } from "#ui/picture.tsx";
import { formatStoredValue } from "./format-stored-value.ts";

/** The time limit for a comparison. Texts that would take longer to compare are shown in full. */
const TIMEOUT_MS = 500;
/** The number of unchanged characters to show before and after a difference. */
const CONTEXT_LENGTH = 80;
/** Fields that are compared word by word. For all other fields, both values are shown in full. */
const TEXT_FIELDS: ReadonlySet<string> = new Set([
  "content",
  "coreMessage",
  "description",
  "htmlContent",
  "message",
  "note",
  "notes",
  "searchDescription",
  "text",
]);

const shortenMiddle = (text: string): string =>
  text.length <= 2 * CONTEXT_LENGTH + 20
    ? text
    : `${text.slice(0, CONTEXT_LENGTH)} … ${text.slice(-CONTEXT_LENGTH)}`;

interface DifferenceProps {
  readonly isText: boolean;
  readonly before: string;
  readonly after: string;
}

const findChanges = ({ isText, before, after }: DifferenceProps) => {
  const wholeValues = [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ].filter(({ value }) => value !== "");
  if (!isText) return before === after ? [] : wholeValues;
  return diffWordsWithSpace(before, after, { timeout: TIMEOUT_MS }) ?? wholeValues;
};

/** Using the index as the key is safe, because the order within a comparison never changes. */
const addKeys = <Change extends object>(changes: readonly Change[]) =>
  changes.map((change, index) => ({ ...change, key: index }));

const DisplayedValue = ({ value }: { readonly value: string }) =>
  value.startsWith("/images/") ? (
    <Picture src={value} alt="" sizes="10rem" className="m-1 h-20 w-auto rounded-lg" />
  ) : (
    value
  );

const Difference = (props: DifferenceProps) => {
  const changes = findChanges(props);
  const isBlock = !props.isText;
  return (
    <p className="break-words whitespace-pre-wrap">
      {addKeys(changes).map(({ key, value, added, removed }) => {
        if (removed) {
          return (
            <del key={key} className={cx("bg-error/15", isBlock && "block w-fit")}>
              <DisplayedValue value={value} />
            </del>
          );
        }
        if (added) {
          return (
            <ins
              key={key}
              className={cx("bg-success/20", isBlock ? "block w-fit" : "[del+&]:ms-1")}
            >
              <DisplayedValue value={value} />
            </ins>
          );
        }
        return shortenMiddle(value);
      })}
      {changes.length === 0 && "No difference"}
    </p>
  );
};

export interface ComparedField {
  readonly name: string;
  readonly label: string;
}

export interface RecordDifferencesProps {
  readonly fields: readonly ComparedField[];
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  /** Formats a value for people to read, if the default format doesn't fit. */
  readonly formatValue?: ((value: unknown) => string) | undefined;
}

/** Shows changed fields, with deleted text struck out and inserted text underlined. */
export const RecordDifferences = ({
  fields,
  before,
  after,
  formatValue,
}: RecordDifferencesProps) => {
  const timeZone = useTimeZone();
  const format = formatValue ?? ((value: unknown) => formatStoredValue(value, timeZone));
  return (
    <dl className="grid gap-3 text-sm">
      {fields.map(({ name, label }) => (
        <div key={name} className="min-w-0">
          <dt className="font-semibold">{label}</dt>
          <dd className="border-base-300 bg-base-100 mt-1 max-h-64 overflow-y-auto rounded-xl border p-3">
            <Difference
              isText={TEXT_FIELDS.has(name)}
              before={format(before[name])}
              after={format(after[name])}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
};
