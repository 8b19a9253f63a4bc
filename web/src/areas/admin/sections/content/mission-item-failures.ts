/** Error messages for mission items (ABOUT-16 to ABOUT-18). */
export const MISSION_ITEM_FAILURES = {
  create: { title: "Error", fallback: "Failed to create mission item" },
  update: { title: "Error", fallback: "Failed to update mission item" },
  remove: { title: "Error", fallback: "Failed to delete mission item" },
} as const;
