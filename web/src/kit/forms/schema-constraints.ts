import { z } from "zod";

/** A field's constraints, which the form shows and checks before it submits. */
export interface FieldConstraints {
  readonly maxLength?: number;
  readonly isRequired: boolean;
  /** The value to send for an optional field that is empty. */
  readonly emptyValue: null | undefined;
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

const listVariants = (schema: JsonSchema): readonly JsonSchema[] =>
  schema.anyOf ? schema.anyOf.flatMap(listVariants) : [schema];

/** Values that an empty field can have. */
const EMPTY_VALUES = ["", null, false, []];

const canBeEmpty = (schema: z.ZodType): boolean =>
  EMPTY_VALUES.some((value) => schema.safeParse(value).success);

/**
 * Reads constraints from the contract. A text that may be omitted but not empty counts as required. So does, in an
 * update, every field that can't be empty, because an omitted field would keep its value. The keys of fields in list
 * entries look like `levels.*.label`.
 */
export const readConstraints = (
  schema: z.ZodType,
  { isUpdate }: { readonly isUpdate: boolean },
): Readonly<Record<string, FieldConstraints>> => {
  const constraints = readObjectConstraints(
    z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema,
  );
  if (!isUpdate || !(schema instanceof z.ZodObject)) return constraints;
  const fields = Object.entries<z.ZodType>(schema.shape);
  const requiredNames = new Set(
    fields.flatMap(([name, field]) => (canBeEmpty(field) ? [] : [name])),
  );
  return Object.fromEntries(
    Object.entries(constraints).map(([name, field]) => [
      name,
      { ...field, isRequired: field.isRequired || requiredNames.has(name) },
    ]),
  );
};

/** Converts a field name from `useFieldArray`, such as `levels.0.label`, to its key in the constraints. */
export const toConstraintsKey = (name: string): string => name.replaceAll(/\.\d+(?=\.)/g, ".*");

const readObjectConstraints = ({
  properties = {},
  required = [],
}: JsonSchema): Readonly<Record<string, FieldConstraints>> => {
  const readFieldConstraints = ([name, property]: [string, JsonSchema]): [
    string,
    FieldConstraints,
  ] => {
    const variants = listVariants(property);
    const maxLengths = variants.flatMap(({ maxLength }) => maxLength ?? []);
    const isNullable = variants.some(({ type }) => type === "null");
    const isMandatory =
      required.includes(name) || variants.every(({ minLength = 0 }) => minLength > 0);
    // A required key may have a nullable value. An empty field is then sent as null.
    const constraints = {
      isRequired: isMandatory && !isNullable,
      emptyValue: isNullable ? null : undefined,
    };
    return [
      name,
      maxLengths.length > 0 ? { ...constraints, maxLength: Math.max(...maxLengths) } : constraints,
    ];
  };
  const readItemConstraints = ([name, { items }]: [string, JsonSchema]) =>
    Object.entries(readObjectConstraints(items ?? {})).map(
      ([key, constraints]): [string, FieldConstraints] => [`${name}.*.${key}`, constraints],
    );
  const fields = Object.entries(properties);
  return Object.fromEntries([
    ...fields.map(readFieldConstraints),
    ...fields.flatMap(readItemConstraints),
  ]);
};
