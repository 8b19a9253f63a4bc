import type { Row, Sql } from "../_shared/clients/database.ts";

export type OrganizationFacts = Pick<Row<"contact_info">, "organizationName" | "address" | "email">;

const DEFAULT_ORGANIZATION: OrganizationFacts = {
  organizationName: "the organization",
  address: "",
  email: "",
};

export async function readOrganizationFacts(sql: Sql): Promise<OrganizationFacts> {
  const [row] = await sql<OrganizationFacts[]>`
    select organization_name, address, email from public.contact_info`;
  return row ?? DEFAULT_ORGANIZATION;
}
