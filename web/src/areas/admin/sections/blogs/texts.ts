export const SAVE_FAILURE = {
  title: "Error",
  fallback: "Failed to save blog post",
  goneText: "Someone deleted this blog post.",
};
export const POST_UPDATED_TEXT = "Blog post updated successfully!";

export const POST_STATUS_TEXT = { success: POST_UPDATED_TEXT, failure: SAVE_FAILURE };

export const POST_DELETION_TEXT = {
  success: "Blog post deleted successfully!",
  failure: { title: "Error", fallback: "Failed to delete blog post" },
};

export const UNRESOLVED_NOTICE = {
  title: "Someone else saved this draft",
  description: "First, choose which version to keep.",
};
