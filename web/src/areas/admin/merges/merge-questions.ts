/** The longest value that a list of choices shows in full. */
const VALUE_MAX_LENGTH = 80;

export const shortenValue = (value: string): string => {
  const line = value.replaceAll(/\s+/g, " ").trim();
  return line.length > VALUE_MAX_LENGTH ? `${line.slice(0, VALUE_MAX_LENGTH - 1)}…` : line;
};

interface MergeQuestion {
  readonly name: string;
  readonly label: string;
  readonly options: Readonly<Record<string, string>>;
}

interface Pair<Side> {
  readonly kept: Side;
  readonly merged: Side;
}

/** Determines which questions a merge asks, and what its default choices are. */
export interface MergeFields<Side> {
  /** Returns a question for each field in which both records have a value and the values differ. */
  readonly listQuestions: (pair: Pair<Side>) => readonly MergeQuestion[];
  /**
   * Keeps both values where possible. Otherwise, takes the second record's value only if the first record's value is
   * empty.
   */
  readonly getInitialChoices: (pair: Pair<Side>) => Readonly<Record<string, string>>;
}

/** The fields that can keep both values. */
const JOINABLE_FIELDS: ReadonlySet<string> = new Set(["notes", "tags"]);

/** `getValue` returns a field as text, or an empty string if the field is empty. */
export function createMergeFields<Side, Field extends string>(
  labels: Readonly<Record<Field, string>>,
  getValue: (side: Side, field: Field) => string,
): MergeFields<Side> {
  const fields = Object.keys(labels).filter((name): name is Field => name in labels);
  return {
    listQuestions: ({ kept, merged }) =>
      fields.flatMap((name) => {
        const [keptValue, mergedValue] = [getValue(kept, name), getValue(merged, name)];
        if (!keptValue || !mergedValue || keptValue === mergedValue) return [];
        const options = {
          ...(JOINABLE_FIELDS.has(name) && { both: "Both" }),
          kept: shortenValue(keptValue),
          merged: shortenValue(mergedValue),
        };
        return [{ name, label: labels[name], options }];
      }),
    getInitialChoices: ({ kept, merged }) =>
      Object.fromEntries(
        fields.map((field) => {
          if (JOINABLE_FIELDS.has(field)) return [field, "both"];
          return [field, !getValue(kept, field) && getValue(merged, field) ? "merged" : "kept"];
        }),
      ),
  };
}
