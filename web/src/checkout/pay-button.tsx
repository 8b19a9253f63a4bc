import Lock from "lucide-react/icons/lock";
import { useEffect, useState } from "react";
import { TIME_LIMIT_MS } from "../lib/api/time-limit.ts";
import { Button } from "../ui/button.tsx";
import { FormFooter } from "./form-footer.tsx";
import { formatDonation, type ChosenDonation } from "./chosen-donation.ts";
import { LATE_TITLE } from "./payment-failure.ts";

export interface PayButtonProps {
  /** The amount charged, including the fee if the donor covers it. */
  readonly charge: ChosenDonation;
  readonly isProcessing: boolean;
  readonly disabled?: boolean;
  /** Set for a provider's own form, which has no time limit because it may wait for a bank. */
  readonly onCheckAgain?: () => void;
}

const ProcessingStatus = ({ onCheckAgain }: Pick<PayButtonProps, "onCheckAgain">) => {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), TIME_LIMIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <output className="quiet mt-3 block text-center text-sm">
        {isLate
          ? `${LATE_TITLE}. You won't be charged twice.`
          : "Processing your gift. Please keep this page open."}
      </output>
      {isLate && onCheckAgain && (
        <Button variant="outline" wide className="mt-3" onClick={onCheckAgain}>
          Check Again
        </Button>
      )}
    </>
  );
};

export const PayButton = ({ charge, isProcessing, disabled, onCheckAgain }: PayButtonProps) => (
  <FormFooter>
    <Button type="submit" variant="action" size="lg" wide busy={isProcessing} disabled={disabled}>
      {!isProcessing && <Lock aria-hidden="true" size={18} />}
      {isProcessing ? "Processing…" : `Give ${formatDonation(charge)}`}
    </Button>
    {isProcessing && <ProcessingStatus onCheckAgain={onCheckAgain} />}
  </FormFooter>
);
