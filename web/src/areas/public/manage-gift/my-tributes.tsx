import { useState } from "react";
import { getDedication } from "#rules/dedication.ts";
import { type MyTribute, useMyTributes, useStopMyTribute } from "#data/tributes/mutations.ts";
import { getServerMessage } from "#lib/api/refusals.ts";
import { shortDay } from "#lib/format.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { ErrorState } from "#ui/states.tsx";
import { TributeDialog } from "./tribute-dialog.tsx";

interface SessionProps {
  readonly giftSession: string;
}

interface TributeProps extends SessionProps {
  readonly tribute: MyTribute;
}

const STOP_REASON_TEXTS: Readonly<Record<NonNullable<MyTribute["stopReason"]>, string>> = {
  donor: "You stopped this card",
  admin: "We stopped this card",
  refunded: "Stopped, because the gift was refunded",
  disputed: "Stopped, because the gift is disputed with your bank",
  returned: "Stopped, because your bank returned the gift",
  opted_out: "Not sent: the recipient doesn't want any cards",
  late: "Not sent: it was delayed more than four weeks",
  demo: "Not sent, because this was a demo gift",
};

const describeState = ({ state, stopReason, sendOn, recipientAddress }: MyTribute): string => {
  const isPostal = recipientAddress !== null;
  switch (state) {
    case "unpaid":
      return "Waiting for your gift to arrive";
    case "waiting":
      return isPostal
        ? `We'll print and mail it on or after ${shortDay(sendOn)}`
        : `We'll send it on ${shortDay(sendOn)}, or as soon as we can after that`;
    case "leaving":
      return "On its way";
    case "sent":
      return "Sent";
    case "failed":
      return "We couldn't deliver this card. Please reply to your receipt email so we can help.";
    case "printed":
      return "Printed and mailed";
    case "stopped":
      return stopReason === null ? "Stopped" : STOP_REASON_TEXTS[stopReason];
  }
};

interface ActionsProps extends TributeProps {
  readonly onEdit: (tribute: MyTribute) => void;
}

const Actions = ({ giftSession, tribute, onEdit }: ActionsProps) => {
  const [isConfirmingStop, setConfirmingStop] = useState(false);
  const stopMutation = useStopMyTribute(giftSession);
  const close = () => setConfirmingStop(false);
  const name = tribute.recipientName;
  const stop = async () => {
    try {
      await stopMutation.mutateAsync(tribute.id);
    } catch (error) {
      const title = "We couldn't cancel the card";
      showFailure(title, error, { title, fallback: "Please try again in a moment." });
      throw error;
    }
    close();
    showSuccess("The card won't be sent");
  };
  return (
    <div className="flex shrink-0 flex-wrap gap-2">
      <Button
        variant="outline"
        size="sm"
        aria-label={`Edit the card for ${name}`}
        onClick={() => onEdit(tribute)}
      >
        Edit
      </Button>
      <Button
        variant="ghost"
        size="sm"
        aria-label={`Cancel the card for ${name}`}
        onClick={() => setConfirmingStop(true)}
      >
        Cancel
      </Button>
      <ConfirmDialog
        open={isConfirmingStop}
        title={`Cancel the card for ${name}?`}
        body="We won't send it. Your gift doesn't change."
        confirmLabel="Cancel card"
        cancelLabel="Keep card"
        destructive
        onConfirm={stop}
        onCancel={close}
      />
    </div>
  );
};

const TributeRow = (props: ActionsProps) => {
  const { tribute } = props;
  const { recipientName, recipientEmail, honoree, isMemorial, message, state } = tribute;
  return (
    <li className="card-box flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4 sm:flex-nowrap sm:px-6">
      <div className="min-w-0 wrap-anywhere">
        <p className="text-lg font-semibold">To {recipientName}</p>
        <p className="quiet text-sm">
          {[
            `${getDedication(isMemorial)} ${honoree}`,
            recipientEmail ?? "by mail",
            describeState(tribute),
          ].join(" · ")}
        </p>
        {message !== "" && <p className="mt-2 text-sm whitespace-pre-line">{message}</p>}
      </div>
      {(state === "waiting" || state === "unpaid") && <Actions {...props} />}
    </li>
  );
};

/** The tribute cards for the donor's gifts. Most donors have no cards, so the section is hidden until there is one. */
export const MyTributes = ({ giftSession }: SessionProps) => {
  const query = useMyTributes(giftSession);
  // Stays open even if the card is sent in the meantime, so that the donor keeps the input and sees why it can't be
  // saved.
  const [editedCard, setEditedCard] = useState<MyTribute | null>(null);
  if (query.isError && !query.data) {
    return (
      <ErrorState
        title="We couldn't load your cards"
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      >
        {getServerMessage(query.error)}
      </ErrorState>
    );
  }
  if (!query.data?.length) return null;
  return (
    <section aria-labelledby="my-cards">
      <h2 id="my-cards" className="font-display mb-4 text-2xl font-semibold">
        Cards
      </h2>
      <ul className="grid gap-3">
        {query.data.map((tribute) => (
          <TributeRow
            key={tribute.id}
            giftSession={giftSession}
            tribute={tribute}
            onEdit={setEditedCard}
          />
        ))}
      </ul>
      {editedCard && (
        <TributeDialog
          giftSession={giftSession}
          tribute={editedCard}
          onClose={() => setEditedCard(null)}
        />
      )}
    </section>
  );
};
