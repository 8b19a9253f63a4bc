import { useState } from "react";
import { useAdminInvitations, type AdminInvitation } from "#data/admin-invitations/queries.ts";
import { useRevokeInvitation } from "#data/admin-invitations/mutations.ts";
import { labelsOfAreas } from "#rules/area-texts.ts";
import { LongDate } from "#lib/time/dates.tsx";
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
  areas === null ? OWNER_OPTION.label : labelsOfAreas(areas);

const Revoke = ({ id, email }: AdminInvitation) => {
  const revoke = useRevokeInvitation();
  const revokeInvitation = async () => {
    try {
      await revoke.mutateAsync(id);
      showSuccess(`The invitation to ${email} doesn't work anymore`);
    } catch (error) {
      showFailure("An invitation could not be revoked", error, {
        title: "We couldn't revoke the invitation",
        fallback: "Please try again.",
      });
    }
  };
  return (
    <ConfirmButton
      variant="ghost"
      size="sm"
      className="text-error"
      aria-label={`Revoke the invitation to ${email}`}
      confirmation={{
        title: `Revoke the invitation to ${email}?`,
        body: "The link in the email stops working. You can invite the same person again.",
        confirmLabel: "Revoke",
        destructive: true,
      }}
      onConfirm={revokeInvitation}
    >
      Revoke
    </ConfirmButton>
  );
};

const InvitationList = ({ rows }: { readonly rows: readonly AdminInvitation[] }) => (
  <ul className="divide-base-300 divide-y">
    {rows.map((row) => (
      <li key={row.id} className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 py-2">
        <div className="min-w-56 flex-1">
          <p className="font-semibold wrap-anywhere">{row.email}</p>
          <p className="quiet text-sm">
            {areasText(row.areas)} · Invited by {row.invitedBy} · Expires{" "}
            <LongDate moment={row.expiresAt} />
          </p>
        </div>
        <Revoke {...row} />
      </li>
    ))}
  </ul>
);

/** Invites administrators by email, and lists the invitations whose links work. For owners. */
export const Invitations = () => {
  const invitations = useAdminInvitations();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <SettingsCard
      title="Invitations"
      intro="Invite someone by email to run this site with you. The link works once, for 7 days."
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
