import { useRef, useState } from "react";
import { useCancelEmailChange } from "#data/email-changes/mutations.ts";
import type { OwnDetails } from "#data/own-details/mutations.ts";
import { Button } from "#ui/button.tsx";
import { EmailAddress } from "#ui/email-address.tsx";
import { Notice } from "#ui/messages/notice.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { LazyChangeEmailDialog } from "../cards/dialogs.ts";
import { ChangeOwnPassword } from "../cards/profile-card.tsx";

interface LoginCardProps {
  readonly volunteerId: string;
  readonly details: Pick<OwnDetails, "email" | "newEmail">;
}

interface PendingChangeProps {
  readonly email: string;
  readonly newEmail: string;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
}

/** Shows the same message for every address, so nobody can find out who has a login. */
const PendingChange = ({ email, newEmail, isBusy, onCancel }: PendingChangeProps) => (
  <div className="mt-4">
    <Notice tone="info" title="Your new email isn't confirmed yet">
      <p>
        Open the link we sent to <EmailAddress email={newEmail} /> within 24 hours. Until you do,
        keep logging in with <EmailAddress email={email} />.
      </p>
      <p className="mt-2">
        No email? Check your spam folder and the spelling of the address. If another account already
        uses this address, we don't send a link. Please contact us in that case.
      </p>
      <Button variant="outline" size="sm" className="mt-3" busy={isBusy} onClick={onCancel}>
        Keep my current email
      </Button>
    </Notice>
  </div>
);

/** Shows the email and password that the volunteer logs in with. */
export const LoginCard = ({ volunteerId, details: { email, newEmail } }: LoginCardProps) => {
  const [isOpen, setOpen] = useState(false);
  const cancel = useCancelEmailChange(volunteerId);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const cancelEmailChange = async () => {
    try {
      await cancel.mutateAsync(undefined);
      // The button disappears along with the notice, so move the focus.
      headingRef.current?.focus();
      showSuccess({ title: "Your email stays the same", description: "The link no longer works." });
    } catch (error) {
      showFailure("An email change could not be canceled", error, {
        title: "We couldn't cancel the change",
        fallback: "Please check your connection and try again.",
      });
    }
  };
  return (
    <section className="card-box p-5 sm:p-6" aria-labelledby="login-title">
      <h2
        ref={headingRef}
        id="login-title"
        tabIndex={-1}
        className="font-display text-title font-semibold outline-none"
      >
        Email and password
      </h2>
      <p className="quiet mt-1">You log in with this email, and we use it to contact you.</p>
      <p className="mt-3 font-semibold">
        <EmailAddress email={email} />
      </p>
      {newEmail && (
        <PendingChange
          email={email}
          newEmail={newEmail}
          isBusy={cancel.isPending}
          onCancel={() => void cancelEmailChange()}
        />
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          variant="outline"
          size="sm"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          onPointerEnter={LazyChangeEmailDialog.preload}
        >
          Change Email
        </Button>
        <ChangeOwnPassword volunteerId={volunteerId} email={email} />
      </div>
      <LazyChangeEmailDialog
        open={isOpen}
        volunteerId={volunteerId}
        onClose={() => setOpen(false)}
      />
    </section>
  );
};
