import type { AdminHighlight } from "#data/volunteer-highlights/resource.ts";
import type { StatusLooks } from "#kit/lists/status-badge.tsx";
import type { StatusText } from "#admin/review/status-button.tsx";

/** Keyed by `isPublished`. */
export const HIGHLIGHT_STATUS = {
  true: { label: "Published" },
  false: { label: "Unpublished", tone: "attention" },
} satisfies StatusLooks;

export const HIGHLIGHT_STATUS_TEXT: StatusText = {
  done: "Highlight updated",
  failure: {
    title: "Update failed",
    fallback: "We couldn't update the highlight. Please try again.",
    gone: "Someone deleted this highlight.",
  },
};

/** Toggles publication. The version makes the server refuse text that its author changed after it was reviewed. */
export const publication = ({ id, isPublished, updatedAt }: AdminHighlight) => ({
  id,
  changes: { isPublished: !isPublished, updatedAt },
});
