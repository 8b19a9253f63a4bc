type Json = Record<string, unknown>;

const SAMPLE_ID = "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11";

/** Realistic values by field name. The values of all other fields follow from the schema. */
const valuesByName: Readonly<Record<string, string>> = {
  id: SAMPLE_ID,
  firstName: "Ava",
  lastName: "Miller",
  name: "Ava Miller",
  username: "admin",
  phone: "(817) 555-0143",
  zipCode: "76102",
  city: "Fort Worth",
  state: "TX",
  address: "410 Lantern Street, Fort Worth, TX 76102",
  organizationName: "Lantern Care Packages",
  taxId: "12-3456789",
  title: "A box from home",
  header: "Our mission",
  headline: "Send a piece of home",
  coreMessage: "Every box tells someone they aren't forgotten.",
  message: "We packed 240 boxes on Saturday.",
  content: "We packed 240 boxes on Saturday.",
  description: "Socks, coffee and a note.",
  text: "Be brave but also take naps.",
  writer: "Ava, 7",
  subject: "Thank you",
  htmlContent: "<p>Thank you, {{firstName}}.</p>",
  filename: "annual-report.pdf",
  slug: "a-box-from-home",
  label: "One box",
  timeZone: "America/Chicago",
  startTime: "09:00",
  endTime: "12:30",
  amount: "50.00",
  source: "givewp",
  fileHash: "0".repeat(64),
  code: "ABCD-EFGH-2345-6789",
  recoveryCode: "ABCD-EFGH-2345-6789",
};

const valuesByFormat: Readonly<Record<string, string>> = {
  date: "2026-12-05",
  "date-time": "2026-12-05T15:00:00Z",
  uuid: SAMPLE_ID,
  email: "ava.miller@example.org",
  password: "Boxes4Troops!",
  phone: "555-010-0142",
  uri: "https://www.example.org/care",
};

const picturePaths = [
  `/images/site/${SAMPLE_ID}/1600x900`,
  `/images/stories/${SAMPLE_ID}`,
  `/images/highlights/${SAMPLE_ID}/${SAMPLE_ID}`,
];

const SAMPLE_TEXT = "A short description, long enough to be accepted";

/** Returns an example that the schema accepts. */
export function createExample(schema: Json, name = ""): unknown {
  if (schema["const"] !== undefined) return schema["const"];
  const choices = schema["enum"];
  if (Array.isArray(choices)) return choices[0];
  const alternatives = (schema["anyOf"] ?? schema["oneOf"]) as readonly Json[] | undefined;
  if (alternatives?.[0] !== undefined) return createExample(alternatives[0], name);
  switch (schema["type"]) {
    case "object":
      return createObjectExample(schema);
    case "array":
      return [createExample((schema["items"] ?? {}) as Json, name)];
    case "boolean":
      return true;
    case "integer":
    case "number":
      return Math.max(Number(schema["minimum"] ?? 1), 1);
    default:
      return createTextExample(schema, name);
  }
}

/** Optional fields that examples omit: honeypots, legacy fields, and what other sample values rule out. */
const OMITTED_FIELDS = new Set([
  "endsNextDay",
  "website",
  "captchaToken",
  "paymentMethod",
  "previewUrl",
]);

/** Fields that examples leave empty, because another field takes their place. */
const EMPTY_FIELDS = new Set(["recipientAddress"]);

function createObjectExample(schema: Json): Json {
  const properties = (schema["properties"] ?? {}) as Record<string, Json>;
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => !OMITTED_FIELDS.has(name))
      .map(([name, property]) => [
        name,
        EMPTY_FIELDS.has(name) ? null : createExample(property, name),
      ]),
  );
}

function createTextExample(schema: Json, name: string): unknown {
  const pattern = new RegExp((schema["pattern"] as string | undefined) ?? "", "u");
  const max = Number(schema["maxLength"] ?? Infinity);
  return [
    valuesByFormat[String(schema["format"])],
    valuesByName[name],
    SAMPLE_TEXT,
    ...picturePaths,
  ]
    .flatMap((candidate) => (typeof candidate === "string" ? [candidate.slice(0, max).trim()] : []))
    .find((candidate) => pattern.test(candidate));
}
