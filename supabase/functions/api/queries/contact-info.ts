import type { Row, Sql } from "../../_shared/clients/database.ts";

export async function readContactInfo(sql: Sql) {
  const [row] = await sql<
    Pick<Row<"contact_info">, "organizationName" | "taxId" | "address" | "phone" | "email">[]
  >`select organization_name, tax_id, address, phone, email from public.contact_info`;
  return row;
}
