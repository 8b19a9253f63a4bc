import type { z } from "zod";
import type { Row, Sql } from "../../_shared/clients/database.ts";
import type { previewLinkEndpoints } from "../../_shared/contracts/preview-links.ts";

export type PreviewLink = Pick<Row<"preview_links">, "id" | "createdAt">;

/** Returns the link of a draft or post if the link still works. */
export async function findPreviewLink(sql: Sql, draftId: string): Promise<PreviewLink | undefined> {
  const [link] = await sql<PreviewLink[]>`
    select id, created_at
    from public.preview_links
    where ${draftId} in (draft_id, post_id) and (ends_at is null or ends_at > now())`;
  return link;
}

/** Turns off the link of a draft or post. */
export const deletePreviewLink = (sql: Sql, draftId: string) =>
  sql`delete from public.preview_links where ${draftId} in (draft_id, post_id)`;

/**
 * Creates a link; an earlier one stops working. Returns undefined if there is nothing to preview: neither a draft nor a
 * post that visitors can't see yet. Locks the draft or post, so that it has only one link.
 */
export async function createPreviewLink(
  sql: Sql,
  draftId: string,
): Promise<PreviewLink | undefined> {
  const [post] = await sql<{ isLive: boolean }[]>`
    select is_published and published_at <= now() as is_live
    from public.blog_posts where id = ${draftId} for update`;
  const [draft] = await sql`
    select from public.blog_post_drafts where id = ${draftId} for update`;
  if (draft === undefined && (post === undefined || post.isLive)) return undefined;
  await deletePreviewLink(sql, draftId);
  const [link] = await sql<PreviewLink[]>`
    insert into public.preview_links ${sql(post ? { postId: draftId } : { draftId })}
    returning id, created_at`;
  return link;
}

type Preview = z.input<typeof previewLinkEndpoints.readPreviewLink.output>;

export async function readPreviewLink(sql: Sql, linkId: string): Promise<Preview | undefined> {
  const [row] = await sql<[{ preview: Preview | null }]>`
    select private.read_preview_link(${linkId}) as preview`;
  return row.preview ?? undefined;
}
