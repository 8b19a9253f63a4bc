import type { Row, Sql } from "../../_shared/clients/database.ts";
import type { Output } from "../../_shared/contracts/endpoint.ts";
import type { ListQueryOf } from "../../_shared/contracts/list.ts";
import type { volunteerHighlightEndpoints } from "../../_shared/contracts/volunteer-highlights.ts";
import { readPage } from "../../_shared/queries/page.ts";
import { requireVersion } from "../../_shared/queries/versions.ts";
import { createWrites } from "../../_shared/queries/write.ts";

type Highlight = Omit<Row<"volunteer_highlights">, "searchText">;

/** The columns of their own highlights that volunteers may read. */
const selectOwnColumns = (sql: Sql) => sql`
  id, volunteer_id, title, message, image_url, image_alt, is_published, created_at, updated_at`;

export const highlightWrites = createWrites("volunteer_highlights", {
  returnedColumns: selectOwnColumns,
});

type PublicHighlight = Output<typeof volunteerHighlightEndpoints.listHighlights>[number];

/** Lists published highlights with the author's first name and last initial. */
export const listHighlights = (
  sql: Sql,
  query: ListQueryOf<typeof volunteerHighlightEndpoints.listHighlights>,
) =>
  readPage<PublicHighlight>(sql, query, {
    columns: sql`*`,
    from: sql`public.volunteer_highlights`,
    fromIds: (ids) => sql`private.published_highlights(${ids}) as volunteer_highlights`,
    searchedText: sql`search_text`,
    orders: { createdAt: [sql`created_at`] },
  });

/** Lists all highlights for administrators, with the author's full name. */
export const listAllHighlights = (
  sql: Sql,
  query: ListQueryOf<typeof volunteerHighlightEndpoints.listAllHighlights>,
) =>
  readPage<Highlight & { readonly volunteerName: string }>(sql, query, {
    columns: sql`*, (
      select account.first_name || ' ' || account.last_name from public.volunteer_accounts as account
      where account.id = volunteer_id
    ) as volunteer_name`,
    from: "volunteer_highlights",
    where: [
      ...(query.isPublished === undefined ? [] : [sql`is_published = ${query.isPublished}`]),
      ...(query.volunteerId === undefined ? [] : [sql`volunteer_id = ${query.volunteerId}`]),
    ],
    searchedText: sql`search_text`,
    relatedMatches: (matches) => sql`
      volunteer_id = any(array(
        select account.id from public.volunteer_accounts as account
        where ${matches(sql`account.search_text`)}
      ))`,
    orders: { createdAt: [sql`created_at`] },
  });

/** Throws if the author or a reviewer changed the highlight after `version` was read. */
export const findReviewedHighlight = async (sql: Sql, id: string, version: string | undefined) => {
  if (version !== undefined) {
    await requireVersion(sql, { table: "volunteer_highlights", where: sql`id = ${id}`, version });
  }
  return findHighlight(sql, id);
};

export const listOwnHighlights = (sql: Sql, volunteerId: string) =>
  sql<Highlight[]>`select * from private.highlights_of(${volunteerId})`;

const findHighlight = async (sql: Sql, id: string) => {
  const [row] = await sql<Highlight[]>`
    select ${selectOwnColumns(sql)} from public.volunteer_highlights where id = ${id}`;
  return row;
};

interface OwnHighlightIds {
  readonly volunteerId: string;
  readonly highlightId: string;
}

/** Checks the owner, because administrators can read other volunteers' highlights. */
export const findOwnHighlight = async (sql: Sql, { volunteerId, highlightId }: OwnHighlightIds) => {
  const row = await findHighlight(sql, highlightId);
  return row?.volunteerId === volunteerId.toLowerCase() ? row : undefined;
};

/** Returns undefined if the highlight has changed since `version` was read. */
export const publishHighlight = async (
  sql: Sql,
  { id, isPublished, version }: { id: string; isPublished: boolean; version: string },
) => {
  const [row] = await sql<Pick<Highlight, "id">[]>`
    update public.volunteer_highlights set is_published = ${isPublished}
    where id = ${id} and date_trunc('milliseconds', updated_at) = ${version}
    returning id`;
  return row;
};
