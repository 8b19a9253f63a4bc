/** A value's shape: its JSON Schema without limits, formats, patterns and descriptions. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null;

/** Keywords that say nothing about the shape. Limits are included on purpose (docs/operate/upgrade.md). */
const IGNORED_KEYWORDS = new Set([
  "$schema",
  "title",
  "description",
  "default",
  "examples",
  "format",
  "contentEncoding",
  "pattern",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minItems",
  "maxItems",
  "propertyNames",
  // Other years are asked about, and not refused.
  "x-usual-years",
]);

/** Returns a schema's shape. Throws for an unknown keyword, so that no part of a contract is ignored. */
export function extractShape(schema: unknown): Schema {
  if (!isObject(schema)) throw new Error(`Not a JSON Schema: ${JSON.stringify(schema)}`);
  const shape: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (IGNORED_KEYWORDS.has(keyword)) continue;
    if (keyword === "type" || keyword === "enum" || keyword === "required") shape[keyword] = value;
    else if (keyword === "const") shape["enum"] = [value];
    else if (keyword === "items") shape[keyword] = extractShape(value);
    else if (keyword === "properties") {
      const fields = Object.entries(value as Json);
      shape[keyword] = Object.fromEntries(
        fields.map(([name, field]) => [name, extractShape(field)]),
      );
    } else if (keyword === "anyOf" || keyword === "oneOf") {
      shape["anyOf"] = (value as readonly unknown[]).map(extractShape);
    } else if (keyword === "additionalProperties") {
      if (isObject(value)) shape[keyword] = extractShape(value);
    } else if (keyword !== "allOf" || !hasOnlyLimits(value)) {
      throw new Error(`Releases can't compare the keyword ${keyword} yet. Add it to schema.ts.`);
    }
  }
  return shape;
}

const hasOnlyLimits = (schemas: unknown): boolean =>
  Array.isArray(schemas) &&
  schemas.every((schema) => Object.keys(extractShape(schema)).length === 0);

/** Returns the alternatives that a value may match: the members of a union, or one schema for each type. */
export function listAlternatives(schema: Schema): readonly Schema[] {
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap(listAlternatives);
  if (typeof schema.type !== "object") return [schema];
  return schema.type.map((type) => ({ ...schema, type }));
}

export interface Comparison {
  /** `sent` is the shape of the values that may be sent, and `understood` the shape that the recipient accepts. */
  readonly sent: Schema;
  readonly understood: Schema;
  /** The path of the value, such as `body.address`. */
  readonly place: string;
  /** A server refuses fields that it doesn't know; a page ignores them. */
  readonly ignoresUnknownFields: boolean;
}

/** Lists the values that may be sent but aren't understood. */
export function findIncompatibilities(comparison: Comparison): string[] {
  const { sent, understood } = comparison;
  const acceptedAlternatives = listAlternatives(understood);
  return listAlternatives(sent).flatMap((alternative) => {
    const [fewestProblems = []] = acceptedAlternatives
      .map((reader) =>
        compareAlternatives({ ...comparison, sent: alternative, understood: reader }),
      )
      .toSorted((left, right) => left.length - right.length);
    return fewestProblems;
  });
}

function compareAlternatives(comparison: Comparison): string[] {
  const { sent, understood, place } = comparison;
  if (understood.type === undefined && understood.enum === undefined) return [];
  const isSameType =
    sent.type === understood.type || (sent.type === "integer" && understood.type === "number");
  if (!isSameType) {
    return [`${place} may be ${formatType(sent)}, but ${formatType(understood)} is expected`];
  }
  return [...compareValues(comparison), ...compareFields(comparison), ...compareItems(comparison)];
}

const formatType = ({ type = "anything" }: Schema): string => String(type);

function compareValues({ sent, understood, place }: Comparison): string[] {
  if (understood.enum === undefined) return [];
  if (sent.enum === undefined) return [`${place} may have any value, but only some are expected`];
  return sent.enum
    .filter((value) => !understood.enum?.includes(value))
    .map((value) => `${place} may be ${JSON.stringify(value)}, which isn't expected`);
}

function compareFields(comparison: Comparison): string[] {
  const { sent, understood, place, ignoresUnknownFields } = comparison;
  const { properties: sentFields = {} } = sent;
  const { properties: understoodFields = {}, required = [] } = understood;
  const formatPlace = (name: string) => `${place}.${name}`;
  const missingFields = required
    .filter((name) => !sent.required?.includes(name))
    .map((name) => `${formatPlace(name)} may be missing, but is expected`);
  const otherProblems = Object.entries(sentFields).flatMap(([name, field]) => {
    const reader = understoodFields[name] ?? understood.additionalProperties;
    if (reader !== undefined) {
      return findIncompatibilities({
        ...comparison,
        sent: field,
        understood: reader,
        place: formatPlace(name),
      });
    }
    return ignoresUnknownFields ? [] : [`${formatPlace(name)} may be sent, but isn't accepted`];
  });
  const { additionalProperties: sentValue } = sent;
  const { additionalProperties: understoodValue } = understood;
  const valueProblems =
    sentValue === undefined || understoodValue === undefined
      ? []
      : findIncompatibilities({
          ...comparison,
          sent: sentValue,
          understood: understoodValue,
          place: formatPlace("*"),
        });
  return [...missingFields, ...otherProblems, ...valueProblems];
}

const compareItems = (comparison: Comparison): string[] =>
  comparison.sent.items === undefined || comparison.understood.items === undefined
    ? []
    : findIncompatibilities({
        ...comparison,
        sent: comparison.sent.items,
        understood: comparison.understood.items,
        place: `${comparison.place}[]`,
      });
