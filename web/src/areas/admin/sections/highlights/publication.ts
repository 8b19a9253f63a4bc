import type { AdminHighlight } from "#data/volunteer-highlights/resource.ts";
import type { StatusLooks } from "#kit/lists/status-badge.tsx";
import type { StatusText } from "#admin/review/status-button.tsx";

/** The labels of published and unpublished highlights, keyed by `isPublished`. */
export const HIGHLIGHT_STATUS = {
  true: { label: "Published" },
  false: { label: "Unpublished", tone: "attention" },
} satisfies StatusLooks;

export const HIGHLIGHT_STATUS_TEXT: StatusText = {
  success: "Highlight updated",
  failure: {
    title: "Update failed",
    fallback: "We couldn't update the highlight. Please try again.",
    goneText: "Someone deleted this highlight.",
  },
};

/**
 * Returns a change that toggles publication. `updatedAt` lets the server reject the change if the author has edited the
 * highlight.
 */
export const publicationToggle = ({ id, isPublished, updatedAt }: AdminHighlight) => ({
  id,
  changes: { isPublished: !isPublished, updatedAt },
});
