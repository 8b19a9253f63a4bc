import type { StatusText } from "../../review/status-button.tsx";

export const STATUS_WORDS: StatusText = {
  done: "Status updated successfully",
  failure: {
    title: "Update Failed",
    fallback: "Unable to update testimonial status. Please try again.",
    gone: "Someone deleted this testimonial.",
  },
};
