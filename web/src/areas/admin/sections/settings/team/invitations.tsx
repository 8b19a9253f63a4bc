import { useState } from "react";
import {
  type AdminInvitation,
  useAdminInvitations,
  useInviteAdmin,
  useRevokeInvitation,
} from "#data/admin-invitations/mutations.ts";
import { formatAreaLabels } from "#rules/area-texts.ts";
import { LongDate } from "#lib/time/dates.tsx";
import { RowAction, RowMenu } from "#kit/lists/row-menu.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { ConfirmButton } from "#admin/confirm-button.tsx";
import { QueryStates } from "#admin/query-states.tsx";
import { SettingsCard } from "../settings-card.tsx";
import { OWNER_OPTION } from "./area-options.ts";
import { InvitationForm } from "./invitation-form.tsx";

const areasText = (areas: AdminInvitation["areas"]): string =>
  areas === null ? OWNER_OPTION.label : formatAreaLabels(areas);

const RevokeButton = ({ id, email, state }: AdminInvitation) => {
  const revoke = useRevokeInvitation();
  const isOpen = state === "open";
  const revokeInvitation = async () => {
    try {
      await revoke.mutateAsync(id);
      showSuccess(
        isOpen
          ? `The invitation to ${email} doesn't work anymore`
          : `The invitation to ${email} was removed`,
      );
    } catch (error) {
      showFailure("An invitation could not be revoked", error, {
        title: isOpen ? "We couldn't revoke the invitation" : "We couldn't remove the invitation",
        fallback: "Please try again.",
      });
    }
  };
  const verb = isOpen ? "Revoke" : "Remove";
  return (
    <ConfirmButton
      variant="ghost"
      className="in-[[role=menu]]:text-error"
      aria-label={`${verb} the invitation to ${email}`}
      confirmation={{
        title: `${verb} the invitation to ${email}?`,
        body: `${isOpen ? "The link in the email stops working." : "It disappears from this list."} You can invite the same person again.`,
        confirmLabel: verb,
        destructive: true,
      }}
      onConfirm={revokeInvitation}
    >
      {verb}
    </ConfirmButton>
  );
};

/** Sends a new link for the same areas. The earlier link stays invalid. */
const InviteAgainButton = ({ email, areas }: AdminInvitation) => {
  const invite = useInviteAdmin();
  // The key stays the same until a request succeeds, so that a retry after a lost response doesn't send a second email.
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const inviteAgain = async () => {
    try {
      await invite.mutateAsync({ body: { email, areas }, idempotencyKey });
      showSuccess(`A new invitation is on its way to ${email}`);
    } catch (error) {
      showFailure("An invitation could not be sent again", error, {
        title: "The invitation wasn't sent",
        fallback: "Please try again.",
      });
    }
  };
  return (
    <RowAction
      aria-label={`Invite again: ${email}`}
      busy={invite.isPending}
      onClick={() => void inviteAgain()}
    >
      Invite again
    </RowAction>
  );
};

const StateText = ({ state, invitedBy, expiresAt }: AdminInvitation) => {
  if (state === "expired") {
    return (
      <>
        Expired <LongDate moment={expiresAt} />
      </>
    );
  }
  if (state === "open") {
    return (
      <>
        Expires <LongDate moment={expiresAt} />
      </>
    );
  }
  return `The link doesn't work, because ${invitedBy ?? "the person who sent it"} isn't an owner anymore`;
};

const InvitationList = ({ rows }: { readonly rows: readonly AdminInvitation[] }) => (
  <ul className="divide-base-300 divide-y">
    {rows.map((row) => (
      <li
        key={row.id}
        data-row={row.id}
        className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 py-2"
      >
        <div className="grid min-w-56 flex-1 gap-1.5">
          <p className="font-semibold wrap-anywhere">{row.email}</p>
          {row.state !== "open" && (
            <p className="flex">
              <Badge>{row.state === "expired" ? "Expired" : "Stopped"}</Badge>
            </p>
          )}
          <p className="quiet text-sm">
            {areasText(row.areas)}
            {row.invitedBy !== null && ` · Invited by ${row.invitedBy}`} · <StateText {...row} />
          </p>
        </div>
        <div className="flex items-center gap-2">
          {row.state !== "open" && <InviteAgainButton {...row} />}
          <RowMenu name={row.email}>
            <RevokeButton {...row} />
          </RowMenu>
        </div>
      </li>
    ))}
  </ul>
);

/** Lets owners invite administrators by email, and lists the invitations that haven't been used or revoked. */
export const Invitations = () => {
  const invitations = useAdminInvitations();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <SettingsCard
      title="Invitations"
      intro="Invite someone by email to run this site with you. The link works only once and expires after 7 days."
    >
      <QueryStates query={invitations} subject="the invitations">
        {(rows) => rows.length > 0 && <InvitationList rows={rows} />}
      </QueryStates>
      <div>
        <Button onClick={() => setOpen(true)}>Invite an administrator</Button>
      </div>
      <Dialog open={isOpen} onClose={close} title="Invite an administrator">
        <InvitationForm onDone={close} />
      </Dialog>
    </SettingsCard>
  );
};
