import type { Sql } from "../clients/database.ts";
import { type Closing, DEFAULT_THANKS } from "../rules/donation-documents.ts";

/** Returns what the settings say about receipts, statements and letters. */
export async function readPaperSettings(
  sql: Sql,
): Promise<Closing & { readonly signatureUrl: string | null }> {
  const [row] = await sql<[Closing & { signatureUrl: string | null }]>`
    select coalesce(paper_thanks, ${DEFAULT_THANKS}) as thanks, signer_name, signer_title, signature_url
    from public.settings`;
  return row;
}
