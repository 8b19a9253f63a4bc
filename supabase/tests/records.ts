import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { catalog, type OperationName } from "../functions/_shared/contracts/catalog.ts";
import type { EndpointDefinition } from "../functions/_shared/contracts/endpoint.ts";
import { sql } from "./contract/stack.ts";
import {
  confirmDays,
  createSamples,
  getObjectSchema,
  listRequiredFields,
  type SampleOptions,
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

/** The tables that columns refer to, by table and column, such as `donor_tasks.donor_id`. */
const referencedTables = new Map(
  (
    await sql<{ column: string; table: string }[]>`
      select child.relname || '.' || attname as column, parent.relname as table
      from pg_constraint
      join pg_class as child on child.oid = conrelid and child.relnamespace = 'public'::regnamespace
      join pg_class as parent on parent.oid = confrelid and parent.relnamespace = 'public'::regnamespace
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and cardinality(conkey) = 1`
  ).map(({ column, table }) => [column, table]),
);

const sampleIds = new Map<string, string>();

/**
 * Returns the ID of a row of the sample data, which tests don't delete: one with a fixed ID or, if there is none, the
 * oldest row.
 */
async function readSampleId(table: string): Promise<string> {
  const knownId = sampleIds.get(table);
  if (knownId !== undefined) return knownId;
  const [row] = await sql<{ id: string }[]>`
    select id from ${sql(`public.${table}`)} order by id::text not like '00000000-%', created_at, id limit 1`;
  if (row === undefined) throw new Error(`Add a row of ${table} to supabase/seed.sql`);
  sampleIds.set(table, row.id);
  return row.id;
}

/** Returns values for those of the fields that refer to other rows. */
export async function createReferences(
  table: string,
  fields: readonly string[],
): Promise<Record<string, string>> {
  const references: Record<string, string> = {};
  for (const field of fields) {
    const referencedTable = referencedTables.get(`${table}.${postgres.fromCamel(field)}`);
    if (referencedTable !== undefined) references[field] = await readSampleId(referencedTable);
  }
  return references;
}

/** Values for fields that depend on one another or on stored files, which a schema can't describe. */
const DEPENDENT_FIELDS: Partial<Record<OperationName, () => Readonly<Record<string, unknown>>>> = {
  createEvent: () => ({
    date: "2039-06-15",
    startTime: "09:00",
    endTime: "11:30",
    endsNextDay: false,
  }),
  createVolunteerQualification: () => ({
    kind: "waiver",
    completedOn: "1990-11-03",
    expiresOn: "2190-11-03",
  }),
  createDeposit: () => ({ depositedOn: "2001-11-03" }),
  createReport: () => ({ fileUrl: `/reports/${randomUUID()}.pdf` }),
};

interface RecordOptions extends SampleOptions {
  /** Whether to include every field that a create request accepts, not just the required ones. */
  readonly includesOptionalFields?: boolean;
}

/** Returns a field that a test can change on its own, because its value doesn't depend on other fields or rows. */
export function getIndependentField({ table, create, update }: RecordKind): string {
  const { body }: EndpointDefinition = catalog[update];
  const dependentFields = Object.keys(DEPENDENT_FIELDS[create]?.() ?? {});
  const field = Object.keys(getObjectSchema(body).shape).find(
    (name) =>
      name !== "anyway" &&
      !dependentFields.includes(name) &&
      !referencedTables.has(`${table}.${postgres.fromCamel(name)}`),
  );
  if (field === undefined) throw new Error(`All fields of ${update} depend on one another`);
  return field;
}

/** Returns a request body that creates a record of this kind. */
export async function createRecordBody(
  { table, create }: RecordKind,
  { includesOptionalFields = false, ...options }: RecordOptions = {},
) {
  const { body }: EndpointDefinition = catalog[create];
  const shape = getObjectSchema(body);
  const fields = includesOptionalFields ? Object.keys(shape.shape) : listRequiredFields(shape);
  return {
    ...createSamples(shape, fields, options),
    ...(await createReferences(table, fields)),
    ...DEPENDENT_FIELDS[create]?.(),
    ...confirmDays(shape),
  };
}

/** Returns a new record of this kind as a row of its table. */
export async function createRecordRow(
  kind: RecordKind,
  options?: RecordOptions,
): Promise<Record<string, string>> {
  const body = await createRecordBody(kind, options);
  // A reason to enter something into closed months is logged, and neither it nor what confirms days is a column.
  const { lateReason: _lateReason, anyway: _anyway, ...fields } = body as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [postgres.fromCamel(field), value as string]),
  );
}
