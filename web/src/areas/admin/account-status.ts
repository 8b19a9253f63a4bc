import type { StatusLooks } from "#kit/lists/status-badge.tsx";

/** The labels of active and disabled accounts, keyed by `isActive`. */
export const ACCOUNT_STATUS = {
  true: { label: "Active" },
  false: { label: "Disabled", tone: "attention" },
} satisfies StatusLooks;
