import type { Row, Sql } from "../../_shared/clients/database.ts";

type ContactInfo = Pick<
  Row<"contact_info">,
  "organizationName" | "taxId" | "address" | "phone" | "email"
>;

export async function readContactInfo(sql: Sql) {
  const [row] = await sql<ContactInfo[]>`
    select organization_name, tax_id, address, phone, email from public.contact_info`;
  return row;
}

/** There is one at most: the first is added, any other changes it. */
export async function saveContactInfo(sql: Sql, contact: ContactInfo) {
  const [row] = await sql<[ContactInfo]>`
    insert into public.contact_info ${sql(contact)}
    on conflict (singleton) do update set
      organization_name = excluded.organization_name,
      tax_id = excluded.tax_id,
      address = excluded.address,
      phone = excluded.phone,
      email = excluded.email
    returning organization_name, tax_id, address, phone, email`;
  return row;
}
