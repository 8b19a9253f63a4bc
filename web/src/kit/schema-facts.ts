import { z } from "zod";

/** What a form tells and does about a field before anything is sent. */
export interface FieldFacts {
  readonly maxLength?: number;
  readonly isRequired: boolean;
  /** What a field that may be left empty sends then. */
  readonly empty: null | undefined;
}

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly required?: readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly type?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
}

const variantsOf = (schema: JsonSchema): readonly JsonSchema[] =>
  schema.anyOf ? schema.anyOf.flatMap(variantsOf) : [schema];

/**
 * Limits and duties of the fields, read from the contract so that no form repeats them. What may be left out but not be
 * empty, as the name in an update, has to stay filled in as well. The fields of a list's entries are `levels.*.label`.
 */
export const factsOf = (schema: z.ZodType): Readonly<Record<string, FieldFacts>> =>
  factsOfObject(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema);

/** As `useFieldArray` names it: `levels.0.label`. */
export const factsKey = (name: string): string => name.replaceAll(/\.\d+(?=\.)/g, ".*");

const factsOfObject = ({
  properties = {},
  required = [],
}: JsonSchema): Readonly<Record<string, FieldFacts>> => {
  const factsOfField = ([name, property]: [string, JsonSchema]): [string, FieldFacts] => {
    const variants = variantsOf(property);
    const lengths = variants.flatMap(({ maxLength }) => maxLength ?? []);
    const isNullable = variants.some(({ type }) => type === "null");
    const isDemanded =
      required.includes(name) || variants.every(({ minLength = 0 }) => minLength > 0);
    // What has to be sent may still be empty: then it is sent as null.
    const facts = {
      isRequired: isDemanded && !isNullable,
      empty: isNullable ? null : undefined,
    };
    return [name, lengths.length > 0 ? { ...facts, maxLength: Math.max(...lengths) } : facts];
  };
  const entriesOf = ([name, { items }]: [string, JsonSchema]) =>
    Object.entries(factsOfObject(items ?? {})).map(([key, facts]): [string, FieldFacts] => [
      `${name}.*.${key}`,
      facts,
    ]);
  const fields = Object.entries(properties);
  return Object.fromEntries([...fields.map(factsOfField), ...fields.flatMap(entriesOf)]);
};
