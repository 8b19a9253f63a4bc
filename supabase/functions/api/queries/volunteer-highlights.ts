import type { Sql } from "../../_shared/clients/database.ts";
import type { ListQueryOf } from "../../_shared/contracts/list.ts";
import type { volunteerHighlightEndpoints } from "../../_shared/contracts/volunteer-highlights.ts";
import { readPage } from "../../_shared/queries/page.ts";

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

/** Published highlights with the author's first name and last initial. */
export const listHighlights = (
  sql: Sql,
  query: ListQueryOf<typeof volunteerHighlightEndpoints.listHighlights>,
) =>
  readPage<PublicHighlight>(sql, query, {
    columns: sql`*`,
    from: sql`private.published_highlights()`,
    searched: sql`lower(title || ' ' || message)`,
    orders: { createdAt: [sql`created_at`] },
  });
