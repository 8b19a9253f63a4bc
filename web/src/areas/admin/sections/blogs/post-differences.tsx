import { diffWordsWithSpace } from "diff";
import { useTimeZone } from "../../../../lib/dates.tsx";
import { cx } from "../../../../ui/class-names.ts";
import { Picture } from "../../../../ui/picture.tsx";
import { inWords, WRITTEN_FIELDS, type Written, type WrittenField } from "./written-fields.ts";

/** Longer texts than this can be compared in are shown as a whole. */
const TIMEOUT_MS = 500;
/** Of what is the same in both so much is shown beside a difference. */
const CONTEXT = 80;

/** Compared word by word; of what is short both are shown as a whole. */
const TEXTS: ReadonlySet<WrittenField> = new Set(["content", "searchDescription"]);

const shortenedMiddle = (text: string): string =>
  text.length <= 2 * CONTEXT + 20 ? text : `${text.slice(0, CONTEXT)} … ${text.slice(-CONTEXT)}`;

interface DifferenceProps {
  readonly name: WrittenField;
  readonly before: string;
  readonly after: string;
}

const partsOf = ({ name, before, after }: DifferenceProps) => {
  const whole = [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ].filter(({ value }) => value !== "");
  if (!TEXTS.has(name)) return before === after ? [] : whole;
  return diffWordsWithSpace(before, after, { timeout: TIMEOUT_MS }) ?? whole;
};

/** One comparison is drawn as a whole; no part of it moves. */
const keyed = <Part extends object>(parts: readonly Part[]) =>
  parts.map((part, index) => ({ ...part, key: index }));

const OldPicture = ({ path }: { readonly path: string }) => (
  <Picture src={path} alt="" sizes="10rem" className="m-1 h-20 w-auto rounded-lg" />
);

const Difference = (props: DifferenceProps) => {
  const { name } = props;
  const parts = partsOf(props);
  const isBlock = !TEXTS.has(name);
  return (
    <p className="break-words whitespace-pre-wrap">
      {keyed(parts).map(({ key, value, added, removed }) => {
        if (removed) {
          return (
            <del key={key} className={cx("bg-error/15", isBlock && "block w-fit")}>
              {name === "imageUrl" ? <OldPicture path={value} /> : value}
            </del>
          );
        }
        if (added) {
          return (
            <ins key={key} className={cx("bg-success/20", isBlock && "block w-fit")}>
              {name === "imageUrl" ? <OldPicture path={value} /> : value}
            </ins>
          );
        }
        return shortenedMiddle(value);
      })}
      {parts.length === 0 && "The same"}
    </p>
  );
};

export interface PostDifferencesProps {
  readonly fields: readonly WrittenField[];
  readonly before: Written;
  readonly after: Written;
}

/** Field by field: struck out what is in the first alone, underlined what is in the second alone. */
export const PostDifferences = ({ fields, before, after }: PostDifferencesProps) => {
  const timeZone = useTimeZone();
  return (
    <dl className="grid gap-3 text-sm">
      {fields.map((name) => (
        <div key={name} className="min-w-0">
          <dt className="font-semibold">{WRITTEN_FIELDS[name]}</dt>
          <dd className="border-base-300 bg-base-100 mt-1 max-h-64 overflow-y-auto rounded-xl border p-3">
            <Difference
              name={name}
              before={inWords(name, before[name], timeZone)}
              after={inWords(name, after[name], timeZone)}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
};
