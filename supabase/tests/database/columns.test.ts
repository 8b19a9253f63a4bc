import postgres from "postgres";
import { expect, test } from "vitest";
import { z } from "zod";
import { catalog, type OperationName } from "../../functions/_shared/contracts/catalog.ts";
import { homeContent } from "../../functions/_shared/contracts/home.ts";
import { endpointsByNoun } from "../../functions/_shared/contracts/nouns.ts";
import type { EndpointDefinition } from "../../functions/_shared/contracts/endpoint.ts";
import { buildJwtClaims, withRollback, sql, type Transaction } from "./connection.ts";
import { matrix } from "./matrix.ts";
import { tableAccess } from "./measure.ts";
import { addPeopleOnce, type Actor, type People } from "./people.ts";

const sealColumns = catalog.getSettings.output.pick({
  candidUrl: true,
  candidSealUrl: true,
  charityNavigatorUrl: true,
  charityNavigatorSealUrl: true,
  bbbUrl: true,
  bbbSealUrl: true,
});

type Audience = "public" | "volunteer";

/**
 * The responses that contain rows of tables without a public read of the same name, by audience. Visitors and volunteers
 * see the rows of a table only if its description says so, and then what its reads return.
 */
const responses: Record<
  string,
  Partial<Record<Audience, readonly (OperationName | z.ZodType)[]>>
> = {
  // The response uses different names for the seals.
  settings: { public: [homeContent.shape.settings, sealColumns] },
  // `section` isn't in the response, but it is public, because the path names the section.
  section_content: { public: ["getAboutSection", z.object({ section: z.string() })] },
  children_letters: { public: [homeContent.shape.childrenLetters] },
  volunteer_event_registrations: { volunteer: ["listOwnEvents", "joinEvent"] },
  shift_waitlist: { volunteer: ["listOwnEvents"] },
  volunteer_accounts: {
    volunteer: [catalog.loginVolunteer.output.shape.volunteer],
  },
};

/** Returns the reads of the table that the audience may call. A child's reads are found by their path, because they belong to its parent's noun. */
const listReads = (table: string, audience: Audience) =>
  Object.entries(endpointsByNoun).flatMap(([noun, endpoints]) =>
    Object.entries(endpoints as Readonly<Record<string, EndpointDefinition>>)
      .filter(
        ([, { path }]) =>
          noun === postgres.toCamel(table) || path === `/api/${table.replaceAll("_", "-")}`,
      )
      .filter(([, { method, access }]) => method === "GET" && access === audience)
      .map(([name]) => name as OperationName),
  );

/** Returns the responses with the table's rows, or undefined if its description gives the audience none of its own. */
function findResponses(table: string, audience: Audience) {
  const rows = tableAccess.get(`public.${table}`)?.rows ?? [];
  const givenBy =
    audience === "public"
      ? ["all", "published", "published to visitors"]
      : ["own", "published to volunteers"];
  if (rows.some((word) => givenBy.includes(word))) {
    return responses[table]?.[audience] ?? listReads(table, audience);
  }
  return rows.includes("published to visitors") ? [] : undefined;
}

/** People whose token gives no access. They see at most what visitors see. */
const peopleWithoutAccess = ["applicant", "disabled", "loggedOutOwner", "expiredAdmin"] as const;
const readers = ["visitor", "owner", ...peopleWithoutAccess] as const satisfies readonly Actor[];
type Reader = (typeof readers)[number];

const listKeys = (schema: z.ZodType): string[] => {
  if (schema instanceof z.ZodArray) return listKeys(schema.element as z.ZodType);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
};

/** Returns the fields of a response and the parameters in its path. */
function listFields(source: OperationName | z.ZodType): string[] {
  if (typeof source !== "string") return listKeys(source);
  const entry: EndpointDefinition = catalog[source];
  const output = typeof entry.output === "string" ? [] : listKeys(entry.output);
  return [...output, ...Object.keys(entry.params?.shape ?? {})];
}

/** The columns that each table's `search_text` is made of. */
const searchedColumns = new Map(
  (
    await sql<{ table: string; columns: string[] }[]>`
      select table_name as table, json_agg(column_name) as columns
      from information_schema.column_column_usage
      where table_schema = 'public' and dependent_column = 'search_text'
      group by table_name`
  ).map(({ table, columns }) => [table, columns]),
);

const listExpectedColumns = (
  table: string,
  audience: Audience,
  columns: readonly string[],
): string[] => {
  const fields = new Set(
    (findResponses(table, audience) ?? []).flatMap(listFields).map(postgres.fromCamel),
  );
  // Visitors, also those who are logged in, search the lists that they see, and in them only what they see.
  const visibleFields = new Set(
    (findResponses(table, "public") ?? []).flatMap(listFields).map(postgres.fromCamel),
  );
  const searched = searchedColumns.get(table) ?? [];
  const isSearched = searched.every((column) => fields.has(column) && visibleFields.has(column));
  return columns.filter(
    (column) => fields.has(column) || (column === "search_text" && fields.size > 0 && isSearched),
  );
};

interface ColumnRead {
  readonly reader: Reader;
  readonly column: string;
  /** Null if selecting the column is refused. */
  readonly hasRows: boolean | null;
}

/** Tries to select each column of the table as each reader and records whether any row comes back. */
async function readColumns(
  tx: Transaction,
  people: People,
  table: string,
  columns: readonly string[],
) {
  await tx.unsafe(`
    create function pg_temp.sees(role text, claims text, sub text, statement text) returns boolean
    language plpgsql as $$
    declare
      found_rows boolean;
    begin
      begin
        perform set_config('request.jwt.claims', claims, true), set_config('request.jwt.claim.sub', sub, true),
          set_config('role', role, true);
        execute statement into found_rows;
        raise exception using errcode = 'TRY00', message = found_rows::text;
      exception
        when sqlstate 'TRY00' then return sqlerrm::boolean;
        when insufficient_privilege then return null;
      end;
    end;
    $$`);
  const tableRights = matrix.find((entry) => entry.table === `public.${table}`);
  await tableRights?.prepare(tx, people);
  const attempts = readers.flatMap((reader) =>
    columns.map((column) => ({
      reader,
      column,
      // PostgREST uses the same role for everyone who is signed in.
      role: reader === "visitor" ? "anon" : "authenticated",
      claims: buildJwtClaims(people[reader]),
      sub: people[reader].id,
      statement: `select exists (select "${column}" from public.${table})`,
    })),
  );
  return tx<ColumnRead[]>`
    select reader, "column", pg_temp.sees(role, claims, sub, statement) as "hasRows"
    from jsonb_to_recordset(${tx.json(attempts)})
      as attempt (reader text, "column" text, role text, claims text, sub text, statement text)`;
}

const people = addPeopleOnce();

const tables = await sql<{ table: string; columns: string[] }[]>`
  select relname as table, json_agg(attname order by attnum) as columns
  from pg_class join pg_attribute on attrelid = pg_class.oid
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and attnum > 0 and not attisdropped
  group by relname
  order by relname`;

test("every table in the list of responses exists", () => {
  const names = new Set(tables.map(({ table }) => table));
  expect(Object.keys(responses).filter((table) => !names.has(table))).toEqual([]);
});

test.for(tables)(
  "threat 56: over REST, $table shows visitors and volunteers only the columns of their responses",
  async ({ table, columns }) => {
    const columnReads = await withRollback((tx) => readColumns(tx, people(), table, columns));
    const listVisibleColumns = (reader: Reader) =>
      columnReads
        .filter((entry) => entry.reader === reader && entry.hasRows === true)
        .map(({ column }) => column);
    const visitorColumns = listExpectedColumns(table, "public", columns);
    const hasVolunteerColumns = findResponses(table, "volunteer") !== undefined;
    const hint =
      "differs from the responses of the table in supabase/tests/database/columns.test.ts";
    expect(listVisibleColumns("visitor"), `what visitors see ${hint}`).toEqual(visitorColumns);
    expect(listVisibleColumns("owner"), `what volunteers see ${hint}`).toEqual(
      hasVolunteerColumns ? listExpectedColumns(table, "volunteer", columns) : visitorColumns,
    );
    for (const reader of peopleWithoutAccess) {
      const extraColumns = listVisibleColumns(reader).filter(
        (column) => !visitorColumns.includes(column),
      );
      expect(extraColumns, reader).toEqual([]);
    }
  },
);
