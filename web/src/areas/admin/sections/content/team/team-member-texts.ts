export const TEAM_MEMBER_FAILURES = {
  update: {
    title: "Error",
    fallback: "We couldn't update this person. Please try again.",
    goneText: "Someone deleted this person.",
  },
  remove: { title: "Error", fallback: "We couldn't delete this person. Please try again." },
} as const;
