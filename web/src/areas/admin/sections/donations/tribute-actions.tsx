import { CARD_FORMATS, type CardFormat } from "#contracts/choices.ts";
import {
  type Tribute,
  useMarkTributePrinted,
  useSaveTribute,
  useStopTribute,
} from "#data/tributes/resource.ts";
import type { StatusLooks } from "#kit/lists/status-badge.tsx";
import { RowAction } from "#kit/lists/row-menu.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { ConfirmButton } from "#admin/confirm-button.tsx";
import { showDownloadFailure } from "./show-download-failure.ts";

export const TRIBUTE_STATE: StatusLooks<Tribute["state"]> = {
  unpaid: { label: "Not paid yet" },
  waiting: { label: "Waiting" },
  leaving: { label: "Sending" },
  sent: { label: "Sent" },
  failed: { label: "Not delivered", tone: "problem" },
  printed: { label: "Printed" },
  stopped: { label: "Stopped", tone: "attention" },
};

export const STOP_REASONS: Readonly<Record<NonNullable<Tribute["stopReason"]>, string>> = {
  donor: "by the donor",
  admin: "by an administrator",
  refunded: "the donation was refunded or voided",
  disputed: "the donation is disputed",
  returned: "the bank returned the donation",
  opted_out: "the recipient doesn't want any cards",
  late: "it was delayed more than four weeks",
  demo: "it was a demo donation",
};

const FORMAT_LABELS: Readonly<Record<CardFormat, string>> = {
  five_by_seven: "5 × 7 inches",
  half_letter: "letter page to fold",
};

interface TributeProps {
  readonly tribute: Tribute;
}

const PrintButtons = ({ tribute }: TributeProps) => {
  const { id, recipientName, state } = tribute;
  const save = useSaveTribute();
  const markPrinted = useMarkTributePrinted();
  const mark = async () => {
    try {
      await markPrinted.mutateAsync(tribute);
      showSuccess("The card is marked as printed");
    } catch (error) {
      showFailure("A card could not be marked as printed", error, {
        title: "We couldn't mark the card as printed",
        fallback: "Please try again.",
      });
    }
  };
  return (
    <>
      {CARD_FORMATS.map((format) => (
        <RowAction
          key={format}
          busy={save.isPending}
          aria-label={`Download the card for ${recipientName}, ${FORMAT_LABELS[format]}`}
          onClick={() =>
            save.mutate({ id, format }, { onError: (error) => showDownloadFailure("card", error) })
          }
        >
          Download, {FORMAT_LABELS[format]}
        </RowAction>
      ))}
      {state === "waiting" && (
        <ConfirmButton
          aria-label={`Mark the card for ${recipientName} as printed`}
          confirmation={{
            title: `Did you print the card for ${recipientName}?`,
            body: "The donor can't change it afterward.",
            confirmLabel: "Mark as printed",
          }}
          onConfirm={mark}
        >
          Mark as printed
        </ConfirmButton>
      )}
    </>
  );
};

const StopButton = ({ tribute: { id, recipientName } }: TributeProps) => {
  const stopMutation = useStopTribute();
  const stop = async () => {
    try {
      await stopMutation.mutateAsync(id);
      showSuccess("The card won't be sent");
    } catch (error) {
      showFailure("A card could not be canceled", error, {
        title: "We couldn't cancel the card",
        fallback: "Please try again.",
      });
    }
  };
  return (
    <ConfirmButton
      aria-label={`Cancel the card for ${recipientName}`}
      confirmation={{
        title: `Cancel the card for ${recipientName}?`,
        body: "It won't be sent. The donation doesn't change.",
        confirmLabel: "Cancel card",
        destructive: true,
      }}
      onConfirm={stop}
    >
      Cancel
    </ConfirmButton>
  );
};

const isPrintable = ({ recipientAddress, state }: Tribute): boolean =>
  recipientAddress !== null && (state === "waiting" || state === "printed");
const canStop = ({ state }: Tribute): boolean => state === "waiting";

export const hasActions = (tribute: Tribute): boolean => isPrintable(tribute) || canStop(tribute);

/** Buttons that download a card for printing, or stop a card that hasn't been sent. */
export const TributeActions = ({ tribute }: TributeProps) => (
  <>
    {isPrintable(tribute) && <PrintButtons tribute={tribute} />}
    {canStop(tribute) && <StopButton tribute={tribute} />}
  </>
);
