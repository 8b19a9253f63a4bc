export const SAVE_FAILURE = {
  title: "Error",
  fallback: "Failed to save blog post",
  gone: "Someone deleted this blog post.",
};
export const UPDATED = "Blog post updated successfully!";

export const STATUS_WORDS = { done: UPDATED, failure: SAVE_FAILURE };

export const DELETION_WORDS = {
  done: "Blog post deleted successfully!",
  failure: { title: "Error", fallback: "Failed to delete blog post" },
};
