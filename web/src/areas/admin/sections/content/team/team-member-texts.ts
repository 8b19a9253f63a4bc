export const TEAM_MEMBER_FAILURES = {
  update: {
    title: "Error",
    fallback: "We couldn't update this team member. Please try again.",
    goneText: "Someone deleted this team member.",
  },
  remove: { title: "Error", fallback: "We couldn't delete this team member. Please try again." },
} as const;
