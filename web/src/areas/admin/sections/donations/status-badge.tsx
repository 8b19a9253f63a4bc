import type { AdminDonation } from "../../../../data/donations/resource.ts";
import { cx } from "../../../../ui/class-names.ts";
import { Tooltip } from "../../../../ui/tooltip.tsx";

const STATUSES: Record<AdminDonation["status"], { readonly label: string; readonly look: string }> =
  {
    pending: { label: "Pending", look: "badge-outline" },
    completed: { label: "Completed", look: "badge-success" },
    failed: { label: "Failed", look: "badge-error" },
    refunded: { label: "Refunded", look: "badge-warning" },
    partially_refunded: { label: "Partly refunded", look: "badge-warning" },
    disputed: { label: "Disputed", look: "badge-error" },
  };

export const STATUS_LABELS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(STATUSES).map(([status, { label }]) => [status, label]),
);

export const StatusBadge = ({
  status,
  isDemo,
  isFraudWarned,
}: Pick<AdminDonation, "status" | "isDemo" | "isFraudWarned">) => (
  <span className="inline-flex items-center gap-1.5">
    <span className={cx("badge badge-sm whitespace-nowrap", STATUSES[status].look)}>
      {STATUSES[status].label}
    </span>
    {isFraudWarned && status !== "refunded" && (
      <Tooltip text="The card's bank warned of fraud. Refunded now it does not become a dispute.">
        <button type="button" className="badge badge-error badge-sm cursor-help whitespace-nowrap">
          Fraud warning
        </button>
      </Tooltip>
    )}
    {isDemo && (
      <Tooltip text="Simulated: no card was charged. It no longer counts once real payments are on.">
        <button type="button" className="badge badge-outline badge-sm cursor-help">
          Demo
        </button>
      </Tooltip>
    )}
  </span>
);
