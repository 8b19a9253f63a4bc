/** The longest value that a list of choices shows in full. */
const VALUE_MAX_LENGTH = 80;

export const shortenValue = (value: string): string => {
  const line = value.replaceAll(/\s+/g, " ").trim();
  return line.length > VALUE_MAX_LENGTH ? `${line.slice(0, VALUE_MAX_LENGTH - 1)}…` : line;
};

export interface MergeQuestion<Field extends string> {
  readonly name: Field;
  readonly options: Readonly<Record<string, string>>;
}

interface Pair<Side> {
  readonly kept: Side;
  readonly merged: Side;
}

interface MergeFieldsOptions<Side, Field extends string> {
  readonly fields: readonly Field[];
  /** Returns a field as text, or an empty string if the field is empty. */
  readonly getValue: (side: Side, field: Field) => string;
  /** The fields that can keep both values. */
  readonly joinableFields: readonly Field[];
}

/** Returns the functions that determine which questions a merge asks and what its default choices are. */
export const createMergeFields = <Side, Field extends string>({
  fields,
  getValue,
  joinableFields,
}: MergeFieldsOptions<Side, Field>) => ({
  /** Returns a question for each field in which both records have a value and the values differ. */
  listQuestions: ({ kept, merged }: Pair<Side>): readonly MergeQuestion<Field>[] =>
    fields.flatMap((name) => {
      const [keptValue, mergedValue] = [getValue(kept, name), getValue(merged, name)];
      if (!keptValue || !mergedValue || keptValue === mergedValue) return [];
      const options = { kept: shortenValue(keptValue), merged: shortenValue(mergedValue) };
      return [
        { name, options: joinableFields.includes(name) ? { both: "Both", ...options } : options },
      ];
    }),
  /**
   * Keeps both values where possible. Otherwise, takes the second record's value only if the first record's value is
   * empty.
   */
  getInitialChoices: ({ kept, merged }: Pair<Side>) =>
    Object.fromEntries(
      fields.map((field) => {
        if (joinableFields.includes(field)) return [field, "both"];
        return [field, !getValue(kept, field) && getValue(merged, field) ? "merged" : "kept"];
      }),
    ) as Readonly<Record<Field, string>>,
});
