import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { catalog, type OperationName } from "../functions/_shared/contracts/catalog.ts";
import type { EndpointDefinition } from "../functions/_shared/contracts/endpoint.ts";
import {
  getObjectSchema,
  listRequiredFields,
  type SampleOptions,
  createSamples,
} from "./samples.ts";

/** Records that administrators create, update and delete. The API path is named after the table. */
export interface RecordKind {
  readonly table: string;
  readonly path: string;
  readonly create: OperationName;
  readonly update: OperationName;
  readonly remove: OperationName;
}

const entries = Object.entries(catalog) as [OperationName, EndpointDefinition][];

const findOperation = (method: EndpointDefinition["method"], path: string) =>
  entries.find(([, entry]) => entry.method === method && entry.path === path)?.[0];

export const recordKinds: readonly RecordKind[] = entries.flatMap(([create, entry]) => {
  const { method, path, access, status } = entry;
  const noun = /^\/api\/([a-z-]+)$/.exec(path)?.[1];
  const isCreation = create.startsWith("create") && method === "POST" && status === 201;
  if (noun === undefined || !isCreation || access !== "admin") return [];
  const update = findOperation("PUT", `${path}/:id`);
  const remove = findOperation("DELETE", `${path}/:id`);
  if (update === undefined || remove === undefined) return [];
  return [{ table: noun.replaceAll("-", "_"), path, create, update, remove }];
});

/** Returns the kind of record that is in this table. */
export function findRecordKind(table: string): RecordKind {
  const kind = recordKinds.find((recordKind) => recordKind.table === table);
  if (kind === undefined) throw new Error(`Administrators don't create ${table}`);
  return kind;
}

/** A donor from supabase/seed.sql. */
export const SEEDED_DONOR_ID = "00000000-0000-4000-8000-000000000501";

/** A volunteer from supabase/seed.sql. */
export const SEEDED_VOLUNTEER_ID = "00000000-0000-4000-8000-000000000601";

/** Values for fields that depend on one another or on stored data, which a schema can't describe. */
const DEPENDENT_FIELDS: Partial<Record<OperationName, () => Readonly<Record<string, unknown>>>> = {
  createEvent: () => ({ date: "2039-06-15", startTime: "09:00", endTime: "11:30" }),
  createDonorTask: () => ({ donorId: SEEDED_DONOR_ID }),
  createVolunteerQualification: () => ({
    volunteerId: SEEDED_VOLUNTEER_ID,
    kind: "waiver",
    completedOn: "1990-11-03",
    expiresOn: "2190-11-03",
  }),
  createReport: () => ({ fileUrl: `/reports/${randomUUID()}.pdf` }),
};

interface RecordOptions extends SampleOptions {
  /** Whether to include every field that a create request accepts, not just the required ones. */
  readonly includesOptionalFields?: boolean;
}

/** Returns a field that a test can change on its own, because its value doesn't depend on other fields or rows. */
export function getIndependentField({ create, update }: RecordKind): string {
  const { body }: EndpointDefinition = catalog[update];
  const dependentFields = Object.keys(DEPENDENT_FIELDS[create]?.() ?? {});
  const field = Object.keys(getObjectSchema(body).shape).find(
    (name) => !dependentFields.includes(name),
  );
  if (field === undefined) throw new Error(`All fields of ${update} depend on one another`);
  return field;
}

/** Returns a request body that creates a record of this kind. */
export function createRecordBody(
  { create }: RecordKind,
  { includesOptionalFields = false, ...options }: RecordOptions = {},
) {
  const { body }: EndpointDefinition = catalog[create];
  const shape = getObjectSchema(body);
  const fields = includesOptionalFields ? Object.keys(shape.shape) : listRequiredFields(shape);
  return { ...createSamples(shape, fields, options), ...DEPENDENT_FIELDS[create]?.() };
}

/** Returns a new record of this kind as a row of its table. */
export const createRecordRow = (
  kind: RecordKind,
  options?: RecordOptions,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(createRecordBody(kind, options)).map(([field, value]) => [
      postgres.fromCamel(field),
      value as string,
    ]),
  );
