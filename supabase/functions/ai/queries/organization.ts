import type { Row, Sql } from "../../_shared/clients/database.ts";

export type Organization = Pick<Row<"contact_info">, "organizationName" | "address" | "email">;

const NOBODY_YET: Organization = { organizationName: "the organization", address: "", email: "" };

export async function readOrganization(sql: Sql): Promise<Organization> {
  const [row] = await sql<Organization[]>`
    select organization_name, address, email from public.contact_info`;
  return row ?? NOBODY_YET;
}
