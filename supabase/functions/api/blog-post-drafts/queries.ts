import type { z } from "zod";
import type { Row, Sql } from "../../_shared/clients/database.ts";
import type { blogPostDraftEndpoints } from "../../_shared/contracts/blog-post-drafts.ts";
import type { ListQueryOf } from "../../_shared/contracts/list.ts";
import { readPage } from "../../_shared/queries/page.ts";
import { createStaleEditError } from "../../_shared/queries/versions.ts";

/** Tags are JSON in the table. */
type StoredDraft = Omit<Row<"blog_post_drafts">, "tags"> & { tags: string[] };

export const listBlogPostDrafts = (
  sql: Sql,
  query: ListQueryOf<typeof blogPostDraftEndpoints.listBlogPostDrafts>,
) =>
  readPage<StoredDraft>(sql, query, {
    columns: sql`*`,
    from: "blog_post_drafts",
    searchedText: sql`private.search_text(title)`,
    orders: { updatedAt: [sql`updated_at`] },
  });

export async function findBlogPostDraft(sql: Sql, id: string): Promise<StoredDraft | null> {
  const [draft] = await sql<StoredDraft[]>`select * from public.blog_post_drafts where id = ${id}`;
  return draft ?? null;
}

const lockDraft = async (sql: Sql, id: string): Promise<StoredDraft | undefined> => {
  const [draft] = await sql<StoredDraft[]>`
    select * from public.blog_post_drafts where id = ${id} for update`;
  return draft;
};

type SavedDraft = z.output<typeof blogPostDraftEndpoints.saveBlogPostDraft.body>;
type DraftValues = Omit<SavedDraft, "session" | "postVersion" | "version">;

const createStaleDraftError = (current: StoredDraft, values?: DraftValues) =>
  createStaleEditError({
    savedBy: current.savedBy,
    changedFields: (Object.keys(values ?? {}) as (keyof DraftValues)[]).filter(
      (name) => JSON.stringify(current[name]) !== JSON.stringify(values?.[name]),
    ),
    current,
  });

/**
 * Saves a draft. Throws `stale_edit` if someone else has saved it since `version`. The session that saved last may save
 * again with an older version, because the response with the newer version may have been lost.
 */
export async function saveBlogPostDraft(
  sql: Sql,
  id: string,
  { session, postVersion, version, ...values }: SavedDraft,
): Promise<StoredDraft> {
  const columns = { ...values, session, postVersion };
  const [newDraft] = await sql<StoredDraft[]>`
    insert into public.blog_post_drafts ${sql({ ...columns, id, postId: postVersion === null ? null : id })}
    on conflict (id) do nothing
    returning *`;
  if (newDraft !== undefined) return newDraft;
  const current = await lockDraft(sql, id);
  if (current && current.version !== version && current.session !== session) {
    throw createStaleDraftError(current, values);
  }
  const [draft] = await sql<[StoredDraft]>`
    update public.blog_post_drafts set ${sql(columns)} where id = ${id} returning *`;
  return draft;
}

/** Discards a draft. Throws `stale_edit` if the draft was saved after `version`. */
export async function discardBlogPostDraft(
  sql: Sql,
  id: string,
  version: number | undefined,
): Promise<StoredDraft | undefined> {
  const current = await lockDraft(sql, id);
  if (current && version !== undefined && current.version !== version)
    throw createStaleDraftError(current);
  if (current) await sql`delete from public.blog_post_drafts where id = ${id}`;
  return current;
}

interface SavedVersion {
  readonly draft?: string | undefined;
  readonly draftVersion?: number | undefined;
}

/**
 * Deletes the draft that has become the post, unless someone has saved it since `draftVersion`. Its preview link moves
 * to the post.
 */
export async function removeSavedDraft(
  sql: Sql,
  { draft, draftVersion }: SavedVersion,
  postId: string,
) {
  if (draft === undefined || draftVersion === undefined) return;
  await sql`
    update public.preview_links set post_id = ${postId}, draft_id = null
    where draft_id = (
      select id from public.blog_post_drafts where id = ${draft} and version = ${draftVersion}
    )`;
  await sql`delete from public.blog_post_drafts where id = ${draft} and version = ${draftVersion}`;
}
