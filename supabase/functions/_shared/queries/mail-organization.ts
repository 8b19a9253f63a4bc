import type { Sql } from "../clients/database.ts";
import type { MailOrganization } from "../mail/layout.ts";

/** Returns the sender of all emails, or undefined until Contact Information is filled in. */
export async function readMailOrganization(sql: Sql): Promise<MailOrganization | undefined> {
  const [row] = await sql<MailOrganization[]>`
    select organization_name, tax_id, address, phone, email from public.contact_info`;
  return row;
}
