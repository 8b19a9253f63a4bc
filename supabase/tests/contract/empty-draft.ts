/** A draft of a new post in which nothing was typed, as the editor sends it. */
export const EMPTY_DRAFT = {
  title: "",
  content: "",
  imageUrl: null,
  imageAlt: null,
  publishedAt: null,
  slug: null,
  searchTitle: null,
  searchDescription: null,
  tags: [],
  postVersion: null,
  version: null,
} as const;
