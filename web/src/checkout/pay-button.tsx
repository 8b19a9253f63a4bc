import Lock from "lucide-react/icons/lock";
import { Button } from "../ui/button.tsx";
import { giftText, type Gift } from "./gift.ts";

export interface PayButtonProps {
  /** What is charged, the fee included where it is covered. */
  readonly charge: Gift;
  readonly isProcessing: boolean;
  readonly disabled?: boolean;
}

/** The last button says what it costs. */
export const PayButton = ({ charge, isProcessing, disabled }: PayButtonProps) => (
  <>
    <Button
      type="submit"
      look="action"
      size="lg"
      wide
      busy={isProcessing}
      disabled={disabled}
      className="mt-5"
    >
      {!isProcessing && <Lock aria-hidden="true" size={18} />}
      {isProcessing ? "Processing…" : `Give ${giftText(charge)}`}
    </Button>
    {isProcessing && (
      <output className="quiet mt-3 block text-center text-sm">
        Processing your gift. Please keep this page open.
      </output>
    )}
  </>
);
