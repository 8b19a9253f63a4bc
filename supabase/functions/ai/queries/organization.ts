import type { Row, Sql } from "../../_shared/clients/database.ts";

export type Organization = Pick<Row<"contact_info">, "organizationName" | "address" | "email">;

const NO_ORGANIZATION: Organization = {
  organizationName: "the organization",
  address: "",
  email: "",
};

export async function readOrganization(sql: Sql): Promise<Organization> {
  const [row] = await sql<Organization[]>`
    select organization_name, address, email from public.contact_info`;
  return row ?? NO_ORGANIZATION;
}
