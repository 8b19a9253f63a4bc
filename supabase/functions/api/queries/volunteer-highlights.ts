import type { Sql } from "../../_shared/clients/database.ts";

interface PublicHighlight {
  readonly id: string;
  readonly title: string;
  readonly message: string;
  readonly imageUrl: string | null;
  readonly imageAlt: string | null;
  readonly volunteerName: string;
  readonly volunteerSince: string;
  readonly createdAt: string;
}

/** Published highlights, newest first, with the author's first name and last initial. */
export async function listHighlights(
  sql: Sql,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly PublicHighlight[]> {
  const [row] = await sql<
    [{ highlights: PublicHighlight[] }]
  >`select private.published_highlights(${limit}, ${offset}) as highlights`;
  return row.highlights;
}
