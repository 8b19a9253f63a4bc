import type { BlogPostDraft } from "../data/blog-post-drafts/mutations.ts";
import { pagesOf, type FakeCall, type fakeApi } from "./fake-api.ts";
import { staleEditResponse } from "./stale-edit.ts";

export const blogPostDraft = (overrides: Partial<BlogPostDraft> = {}): BlogPostDraft => ({
  id: crypto.randomUUID(),
  title: "Half a thought",
  content: "",
  imageUrl: null,
  imageAlt: null,
  publishedAt: null,
  slug: null,
  searchTitle: null,
  searchDescription: null,
  tags: [],
  postVersion: null,
  version: 1,
  savedBy: "admin",
  createdAt: "2026-11-20T15:00:00Z",
  updatedAt: "2026-11-20T15:00:00Z",
  ...overrides,
});

const getId = ({ url }: FakeCall) => /drafts\/([\w-]+)/.exec(url)?.[1] ?? "";

/** Fakes a server that stores drafts. A test can change `drafts` to save as someone else. */
export const fakeDrafts = (...initialDrafts: readonly BlogPostDraft[]) => {
  const drafts = new Map(initialDrafts.map((draft) => [draft.id, draft]));
  const handlers: Parameters<typeof fakeApi>[0] = {
    "GET /api/system-status/ai": { body: { state: "configured" } },
    "GET /api/blog-post-drafts": (call) => {
      const rows = [...drafts.values()].map((draft) => ({ ...draft, content: undefined }));
      return pagesOf(JSON.parse(JSON.stringify(rows)) as unknown[])(call);
    },
    "GET /api/blog-post-drafts/:id": (call) => ({ body: drafts.get(getId(call)) ?? null }),
    "PUT /api/blog-post-drafts/:id": (call) => {
      const id = getId(call);
      const { session: _, version, ...values } = call.body as BlogPostDraft & { session: string };
      const current = drafts.get(id);
      if (current && current.version !== version) {
        return staleEditResponse(["content"], current);
      }
      drafts.set(id, blogPostDraft({ ...values, id, version: (version ?? 0) + 1 }));
      return { body: drafts.get(id) };
    },
    "DELETE /api/blog-post-drafts/:id": (call) => {
      drafts.delete(getId(call));
      return { body: { message: "Draft discarded" } };
    },
  };
  /** Deletes the draft after a post was saved from it. */
  const removeSaved = ({ url }: FakeCall) =>
    drafts.delete(new URL(url, "http://site.test").searchParams.get("draft") ?? "");
  return { drafts, handlers, removeSaved };
};
