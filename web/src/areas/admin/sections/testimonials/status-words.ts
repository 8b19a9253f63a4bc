import type { StatusWords } from "../../review/status-button.tsx";

export const STATUS_WORDS: StatusWords = {
  done: "Status updated successfully",
  failure: {
    title: "Update Failed",
    fallback: "Unable to update testimonial status. Please try again.",
    gone: "Someone deleted this testimonial.",
  },
};
