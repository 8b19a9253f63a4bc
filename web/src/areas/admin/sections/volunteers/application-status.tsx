import type { AdminApplication } from "../../../../data/volunteer-applications/resource.ts";
import { Badge, type BadgeTone } from "../../../../ui/badge.tsx";

const STATUSES: Record<
  AdminApplication["status"],
  { readonly label: string; readonly tone?: BadgeTone }
> = {
  pending: { label: "Pending", tone: "attention" },
  approved: { label: "Active Volunteer" },
  rejected: { label: "Not approved" },
};

export const STATUS_LABELS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(STATUSES).map(([status, { label }]) => [status, label]),
);

/** What was decided, why, and whether the account is open. */
export const ApplicationStatus = ({ status, reviewNotes, awaitsActivation }: AdminApplication) => (
  <>
    <Badge tone={STATUSES[status].tone}>{STATUSES[status].label}</Badge>
    {awaitsActivation && (
      <span className="quiet mt-1 block text-sm">Has not opened the account yet</span>
    )}
    {reviewNotes && (
      <span className="quiet mt-1 block text-sm whitespace-pre-line">{reviewNotes}</span>
    )}
  </>
);
