import { usePaymentStatus } from "#data/payments/queries.ts";
import type { AdminDonation } from "#data/donations/resource.ts";
import type { Filter } from "#kit/lists/list-toolbar.tsx";
import { StatusBadge, type StatusLooks } from "#kit/lists/status-badge.tsx";
import { badgeClasses } from "#ui/badge.tsx";
import { cx } from "#ui/class-names.ts";
import { Tooltip } from "#ui/tooltip.tsx";

export const DONATION_STATUS: StatusLooks<AdminDonation["status"]> = {
  pending: { label: "Pending" },
  completed: { label: "Completed" },
  failed: { label: "Failed", tone: "problem" },
  refunded: { label: "Refunded", tone: "attention" },
  partially_refunded: { label: "Partially refunded", tone: "attention" },
  disputed: { label: "Disputed", tone: "problem" },
  returned: { label: "Returned by the bank", tone: "problem" },
  voided: { label: "Voided", tone: "attention" },
};

/** Without a choice, lists show the money that counts: once real payments have started, only real money. */
export const MONEY_FILTER: Filter = {
  name: "isDemo",
  label: "Money",
  emptyLabel: "What counts",
  options: { true: "Demo and test", false: "Real" },
};

/** Returns whether real payments have started, so that demo donations no longer count. */
export const useIsLive = (): boolean => {
  const { data: status } = usePaymentStatus();
  return status?.provider === "stripe" && status.isLive;
};

/** Returns what was refunded or taken back, in dollars. The status says if the donation was voided or returned. */
export const getRefundedAmount = ({
  adjustedAmount,
  status,
}: Pick<AdminDonation, "adjustedAmount" | "status">): number =>
  status === "voided" || status === "returned" ? 0 : adjustedAmount;

/** Returns how to call that amount. If the donor's bank disputed the donation, it took back some or all of it. */
export const getRefundWord = ({ status }: Pick<AdminDonation, "status">): string =>
  status === "disputed" ? "taken back" : "refunded";

/** Shows the most common status, completed, as plain text, and other statuses as badges. */
export const DonationStatus = ({
  status,
  isDemo,
  isFraudWarned,
}: Pick<AdminDonation, "status" | "isDemo" | "isFraudWarned">) => {
  const needsDemoLabel = useIsLive() && isDemo;
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      {status === "completed" ? (
        <span className="quiet text-sm">{DONATION_STATUS.completed.label}</span>
      ) : (
        <StatusBadge looks={DONATION_STATUS} status={status} />
      )}
      {isFraudWarned && status !== "refunded" && (
        <Tooltip text="The bank flagged this card for fraud. Refund it now to avoid a dispute.">
          {/* `relative` keeps the button above the link that covers a two-line row. */}
          <button type="button" className={cx(badgeClasses("problem"), "relative cursor-help")}>
            Fraud warning
          </button>
        </Tooltip>
      )}
      {needsDemoLabel && <span className="quiet text-sm">Demo</span>}
    </span>
  );
};
