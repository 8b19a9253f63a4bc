import { z } from "zod";

/** Sample values for formats that a schema checks but can't describe. Add one for each new format. */
const FORMAT_SAMPLES: readonly string[] = [
  "09:30",
  "76102",
  "2026",
  "TX",
  "Ava, 7",
  "America/New_York",
  "/images/site/5ce4e000-0000-4000-8000-000000000001/1600x900",
  "/images/stories/7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11",
  "/images/highlights/7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11/7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11",
];

interface JsonSchema {
  readonly type?: string;
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

export interface SampleOptions {
  /** Included in every text that allows it. */
  readonly word?: string;
  /** Samples with different numbers differ in every field that allows more than one value. */
  readonly variant?: number;
}

const DAY_MS = 86_400_000;

function createTexts(
  shape: JsonSchema,
  { word = "Some socks", variant = 0 }: SampleOptions,
): string[] {
  const words = variant === 0 ? word : `${word}-${variant}`;
  const slug = words.toLowerCase().replaceAll(" ", "-");
  const moment = new Date(Date.UTC(2026, 0, 15, 12) + variant * DAY_MS).toISOString();
  const textByFormat: Readonly<Record<string, string>> = {
    date: moment.slice(0, 10),
    "date-time": moment,
    email: `${slug}@example.org`,
    phone: `${5_550_100 + variant} ${words}`.slice(0, shape.maxLength),
    uri: `https://www.example.org/${slug}`,
    uuid: "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11",
  };
  const { minLength = 0, maxLength = words.length, format = "" } = shape;
  const plainText = words.padEnd(minLength, ".").slice(0, Math.max(maxLength, minLength));
  return [textByFormat[format] ?? plainText, slug, ...FORMAT_SAMPLES];
}

/** Returns values that match a JSON schema. The values most likely to pass the Zod schema as well come first. */
function createCandidates(shape: JsonSchema, options: SampleOptions): unknown[] {
  const { variant = 0 } = options;
  if ("const" in shape) return [shape.const];
  if (shape.enum) return [shape.enum[(variant + 1) % shape.enum.length]];
  if (shape.anyOf) return shape.anyOf.flatMap((option) => createCandidates(option, options));
  if (shape.type === "null") return [null];
  if (shape.type === "boolean") return [variant % 2 === 1];
  if (shape.type === "array") {
    return [[createCandidates(shape.items ?? {}, options)[0]]];
  }
  if (shape.type === "object") {
    const fields = Object.entries(shape.properties ?? {});
    return [
      Object.fromEntries(
        fields.map(([name, field]) => [name, createCandidates(field, options)[0]]),
      ),
    ];
  }
  if (shape.type === "integer" || shape.type === "number") {
    const { minimum = 0, maximum = Infinity } = shape;
    return [Math.min(Math.ceil(minimum) + 1 + variant, maximum)];
  }
  return createTexts(shape, options);
}

/** Returns a value that the schema accepts, and null only if it accepts nothing else. */
export function createSample(schema: z.ZodType, options: SampleOptions = {}): unknown {
  const shape = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
  const sample = createCandidates(shape, options).find((value) => schema.safeParse(value).success);
  if (sample !== undefined) return sample;
  throw new Error(
    `No sample for ${JSON.stringify(shape)}: add a text it accepts to FORMAT_SAMPLES in supabase/tests/samples.ts`,
  );
}

/** Returns a sample for each of the fields of an object's schema. */
export const createSamples = (
  body: z.ZodObject,
  fields: readonly string[],
  options: SampleOptions = {},
): Record<string, unknown> =>
  Object.fromEntries(
    fields.map((field) => [field, createSample(body.shape[field] as z.ZodType, options)]),
  );

/** Returns the fields of an object's schema that can't be omitted. */
export const listRequiredFields = (body: z.ZodObject): string[] =>
  Object.keys(body.shape).filter(
    (field) => !(body.shape[field] as z.ZodType).safeParse(undefined).success,
  );

/** Confirms unusual days, because those of the samples don't move on with today. */
export const confirmDays = (body: z.ZodObject): { readonly anyway?: true } =>
  "anyway" in body.shape ? { anyway: true } : {};

/** Returns the schema of a body's fields. If there are variants, returns the first. */
export function findObjectSchema(body: unknown): z.ZodObject | undefined {
  const variant = body instanceof z.ZodDiscriminatedUnion ? body.options[0] : body;
  return variant instanceof z.ZodObject ? variant : undefined;
}

/** Returns the schema of a body that is known to be an object. */
export function getObjectSchema(body: unknown): z.ZodObject {
  const shape = findObjectSchema(body);
  if (shape === undefined) throw new Error("The body isn't an object");
  return shape;
}

/** Returns another value for a field, or undefined if there is none. */
function findDifferentValue(schema: z.ZodType, value: unknown): unknown {
  const otherValues = [
    ...(typeof value === "boolean" ? [!value] : []),
    ...(typeof value === "number" ? [value + 1] : []),
    ...(typeof value === "string" ? [`${value}-too`] : []),
    createSample(schema),
    createSample(schema, { variant: 1 }),
  ];
  return otherValues.find(
    (otherValue) => otherValue !== value && schema.safeParse(otherValue).success,
  );
}

/** Returns the same body with another value in one field. */
export function changeBody(shape: z.ZodObject, body: object): object {
  for (const [field, value] of Object.entries(body)) {
    const otherValue = findDifferentValue(shape.shape[field] as z.ZodType, value);
    if (otherValue !== undefined) return { ...body, [field]: otherValue };
  }
  throw new Error("No field of the body can have another value");
}
