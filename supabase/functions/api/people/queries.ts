import type { Sql } from "../../_shared/clients/database.ts";
import type { Output } from "../../_shared/contracts/endpoint.ts";
import type { personEndpoints } from "../../_shared/contracts/people.ts";
import type { PersonRecord } from "../../_shared/contracts/person-records.ts";

export { readToday } from "../../_shared/queries/today.ts";

type FoundPeople = Output<typeof personEndpoints.findPeople>;

export async function findPeople(sql: Sql, search: string): Promise<FoundPeople> {
  const [row] = await sql<[{ people: FoundPeople }]>`
    select private.find_people(${search}) as people`;
  return row.people;
}

export interface PersonFile {
  readonly bucket: "images" | "uploads";
  readonly name: string;
}

/** Everything about a person, as stored. */
export interface PersonExport {
  readonly tables: readonly {
    readonly table: string;
    readonly rows: readonly Readonly<Record<string, unknown>>[];
  }[];
  readonly files: readonly PersonFile[];
  readonly names: readonly string[];
  readonly addresses: readonly string[];
}

/** Returns undefined until Contact Information is filled in. */
export async function readOrganizationName(sql: Sql): Promise<string | undefined> {
  const [row] = await sql<{ organizationName: string }[]>`
    select organization_name from public.contact_info`;
  return row?.organizationName;
}

/** Whole tables are searched for the person's addresses, which takes seconds on a large site. */
const EXPORT_TIMEOUT = "60s";

/** Returns everything about a person, and records the export in the audit log. */
export async function exportPerson(
  sql: Sql,
  records: readonly PersonRecord[],
): Promise<PersonExport> {
  await sql`select set_config('statement_timeout', ${EXPORT_TIMEOUT}, true)`;
  const [row] = await sql<[{ person: PersonExport }]>`
    select private.export_person(${sql.json(records)}) as person`;
  return row.person;
}
