import { useState } from "react";
import { Dialog } from "../ui/dialog.tsx";
import { EMPTY_CARD_FORM } from "./card-form.ts";
import { giftText, type Gift } from "./gift.ts";
import { PaymentPanel } from "./payment-panel.tsx";
import { usePayment } from "./use-payment.ts";

export interface DonationDialogProps {
  readonly open: boolean;
  readonly gift: Gift;
  readonly isDemo: boolean;
  readonly onClose: () => void;
}

const RESET_DELAY_MS = 300;

/** The card form in a dialog. Closed after a gift it is empty again 300 ms later (P§9). */
export const DonationDialog = (props: DonationDialogProps) => {
  const [round, setRound] = useState(0);
  return (
    <DonationRound
      key={round}
      {...props}
      onReset={() => setTimeout(() => setRound((current) => current + 1), RESET_DELAY_MS)}
    />
  );
};

const DonationRound = ({
  onReset,
  ...props
}: DonationDialogProps & { readonly onReset: () => void }) => {
  const payment = usePayment();
  // Kept here, not in the panel, so that closing and opening again loses nothing that was typed.
  const [form, setForm] = useState(EMPTY_CARD_FORM);
  const { status } = payment.state;
  const close = () => {
    props.onClose();
    if (status === "success") onReset();
    if (status === "error") payment.backToForm();
  };
  return (
    <Dialog
      open={props.open}
      onClose={close}
      locked={status === "processing"}
      title={`Your gift: ${giftText(props.gift)}`}
      description={
        props.gift.frequency === "monthly"
          ? "A monthly gift, until you cancel it."
          : "A one-time gift."
      }
    >
      <PaymentPanel
        gift={props.gift}
        isDemo={props.isDemo}
        payment={payment}
        form={form}
        onForm={setForm}
        onClose={close}
        closeLabel="Close"
      />
    </Dialog>
  );
};
