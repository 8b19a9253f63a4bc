import type { z } from "zod";
import { adminInvitationEndpoints } from "#contracts/admin-invitations.ts";
import { useInviteAdmin } from "#data/admin-invitations/mutations.ts";
import { useDraftOwner } from "#kit/forms/draft-owner.ts";
import { FormCheckGroup } from "#kit/forms/form-check-group.tsx";
import { FormText } from "#kit/forms/form-fields.tsx";
import { RecordForm } from "#kit/forms/record-form.tsx";
import { idempotencyKeyOf } from "#lib/drafts/drafts.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { AREA_OPTIONS, OWNER_OPTION } from "./area-options.ts";

const SCHEMA = adminInvitationEndpoints.createAdminInvitation.body;
type InvitationInput = z.input<typeof SCHEMA>;

const NO_INPUT: InvitationInput = { email: "", areas: [] };

export const InvitationForm = ({ onDone }: { readonly onDone: () => void }) => {
  const invite = useInviteAdmin();
  const draft = { owner: useDraftOwner(), form: "admin-invitation" };
  return (
    <RecordForm
      label="Send invitation"
      schema={SCHEMA}
      values={NO_INPUT}
      draft={draft}
      takesFocus
      failure={{
        title: "The invitation wasn't sent",
        fallback: "We couldn't send the invitation. Please try again.",
      }}
      onSave={async (values) => {
        const body = SCHEMA.parse(values);
        await invite.mutateAsync({ body, idempotencyKey: idempotencyKeyOf(draft) });
        showSuccess(`An invitation is on its way to ${body.email}`);
      }}
      onSaved={onDone}
      onCancel={onDone}
    >
      <FormText<InvitationInput>
        name="email"
        label="Email"
        type="email"
        description="An address that doesn't have a login here yet."
        className="sm:col-span-2"
      />
      <FormCheckGroup<InvitationInput>
        name="areas"
        legend="What they can see and change"
        options={AREA_OPTIONS}
        everything={OWNER_OPTION}
      />
    </RecordForm>
  );
};
