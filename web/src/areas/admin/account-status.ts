import type { StatusLooks } from "#kit/lists/status-badge.tsx";

/** The labels of active and disabled accounts, keyed by `isActive`. */
export const ACCOUNT_STATUS = {
  true: { label: "Active" },
  false: { label: "Disabled", tone: "attention" },
} satisfies StatusLooks;

/** The status of someone without a login, which can't be disabled. */
export const PERSON_STATUS: typeof ACCOUNT_STATUS = {
  ...ACCOUNT_STATUS,
  false: { ...ACCOUNT_STATUS.false, label: "Inactive" },
};
