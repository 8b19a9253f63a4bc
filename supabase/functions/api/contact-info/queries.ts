import type { z } from "zod";
import type { Row, Sql } from "../../_shared/clients/database.ts";
import type { contactInfoEndpoints } from "../../_shared/contracts/contact-info.ts";
import { saveSingleton } from "../../_shared/queries/write.ts";

type ContactInfo = Pick<
  Row<"contact_info">,
  "organizationName" | "taxId" | "address" | "phone" | "email" | "updatedAt"
>;

export async function readContactInfo(sql: Sql) {
  const [row] = await sql<ContactInfo[]>`
    select organization_name, tax_id, address, phone, email, updated_at from public.contact_info`;
  return row;
}

export const saveContactInfo = (
  sql: Sql,
  changes: z.output<typeof contactInfoEndpoints.updateContactInfo.body>,
) =>
  saveSingleton(
    sql,
    { table: "contact_info", where: () => sql`singleton` },
    changes,
    readContactInfo,
  );
