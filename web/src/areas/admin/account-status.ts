import type { StatusLooks } from "#kit/lists/status-badge.tsx";

/** Keyed by `isActive`. */
export const ACCOUNT_STATUS = {
  true: { label: "Active" },
  false: { label: "Disabled", tone: "attention" },
} satisfies StatusLooks;
