import type { StatusText } from "#admin/review/status-button.tsx";

export const TESTIMONIAL_STATUS_TEXT: StatusText = {
  success: "Status updated successfully",
  failure: {
    title: "Update Failed",
    fallback: "Unable to update testimonial status. Please try again.",
    goneText: "Someone deleted this testimonial.",
  },
};
