import type { AdminDonation } from "#data/donations/resource.ts";
import { StatusBadge, type StatusLooks } from "#kit/lists/status-badge.tsx";
import { badgeClasses } from "#ui/badge.tsx";
import { cx } from "#ui/class-names.ts";
import { Tooltip } from "#ui/tooltip.tsx";

export const DONATION_STATUS: StatusLooks<AdminDonation["status"]> = {
  pending: { label: "Pending" },
  completed: { label: "Completed" },
  failed: { label: "Failed", tone: "problem" },
  refunded: { label: "Refunded", tone: "attention" },
  partially_refunded: { label: "Partly refunded", tone: "attention" },
  disputed: { label: "Disputed", tone: "problem" },
};

export const DonationStatus = ({
  status,
  isDemo,
  isFraudWarned,
}: Pick<AdminDonation, "status" | "isDemo" | "isFraudWarned">) => (
  <span className="inline-flex flex-wrap items-center gap-1.5 @max-4xl:justify-end">
    <StatusBadge looks={DONATION_STATUS} status={status} />
    {isFraudWarned && status !== "refunded" && (
      <Tooltip text="The bank flagged this card for fraud. Refund it now to avoid a dispute.">
        <button type="button" className={cx(badgeClasses("problem"), "cursor-help")}>
          Fraud warning
        </button>
      </Tooltip>
    )}
    {isDemo && (
      <Tooltip text="Simulated: no card was charged. It won't count once real payments start.">
        <button type="button" className={cx(badgeClasses(), "cursor-help")}>
          Demo
        </button>
      </Tooltip>
    )}
  </span>
);
