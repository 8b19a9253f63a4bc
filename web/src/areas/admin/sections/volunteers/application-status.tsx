import type { AdminApplication } from "../../../../data/volunteer-applications/resource.ts";
import { cx } from "../../../../ui/class-names.ts";

const STATUSES: Record<
  AdminApplication["status"],
  { readonly label: string; readonly look: string }
> = {
  pending: { label: "Pending", look: "badge-warning" },
  approved: { label: "Active Volunteer", look: "badge-success" },
  rejected: { label: "Not approved", look: "badge-outline" },
};

export const STATUS_LABELS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(STATUSES).map(([status, { label }]) => [status, label]),
);

/** What was decided, why, and whether the account is open. */
export const ApplicationStatus = ({ status, reviewNotes, awaitsActivation }: AdminApplication) => (
  <>
    <span className={cx("badge badge-sm whitespace-nowrap", STATUSES[status].look)}>
      {STATUSES[status].label}
    </span>
    {awaitsActivation && (
      <span className="quiet mt-1 block text-sm">Has not opened the account yet</span>
    )}
    {reviewNotes && (
      <span className="quiet mt-1 block text-sm whitespace-pre-line">{reviewNotes}</span>
    )}
  </>
);
