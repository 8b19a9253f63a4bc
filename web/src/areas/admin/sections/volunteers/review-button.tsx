import type { z } from "zod";
import { volunteerApplicationEndpoints } from "#contracts/volunteer-applications.ts";
import {
  useReviewApplication,
  type AdminApplication,
  type Decision,
} from "#data/volunteer-applications/resource.ts";
import { useDraftOwner } from "#kit/forms/draft-owner.ts";
import { FormArea } from "#kit/forms/form-fields.tsx";
import { RecordForm } from "#kit/forms/record-form.tsx";
import { useOpenedRecord } from "#kit/lists/use-opened-record.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { showSuccess } from "#ui/messages/show-success.ts";

const SCHEMA = volunteerApplicationEndpoints.approveVolunteerApplication.body.unwrap().required();

type ReviewInput = z.input<typeof SCHEMA>;

const TEXT = {
  approve: {
    button: "Approve",
    done: "Application approved",
    confirmation: "They'll get a welcome email that explains how to log in.",
    failed: "Failed to approve application. Please try again.",
  },
  reject: {
    button: "Reject",
    done: "Application rejected",
    confirmation: "They'll get a kind email to let them know. This can't be undone.",
    failed: "Failed to reject application. Please try again.",
  },
} as const satisfies Record<Decision, object>;

const CLOSES_OTHERS_NOTE = "Other pending applications from this email will be closed.";

interface ReviewProps {
  readonly application: AdminApplication;
  readonly decision: Decision;
}

const ReviewForm = ({
  application: { id },
  decision,
  name,
  onDone,
}: ReviewProps & { readonly name: string; readonly onDone: () => void }) => {
  const review = useReviewApplication();
  const owner = useDraftOwner();
  const { button, done, failed } = TEXT[decision];
  return (
    <RecordForm
      label={`${button} application`}
      schema={SCHEMA}
      values={{ reviewNotes: "" }}
      draft={{ owner, form: `${decision} ${id}` }}
      failure={{ title: "Error", fallback: failed }}
      onSave={async (values) => {
        const { reviewNotes } = SCHEMA.parse(values);
        await review.mutateAsync({ id, decision, reviewNotes });
        showSuccess({ title: done, description: `${name} will get an email.` });
        onDone();
      }}
      onCancel={onDone}
    >
      <FormArea<ReviewInput>
        name="reviewNotes"
        label="Notes"
        description="Only your team sees these, not the applicant."
        className="sm:col-span-2"
      />
    </RecordForm>
  );
};

/** Asks for confirmation, because a decision can't be undone. */
export const ReviewButton = ({ application, decision }: ReviewProps) => {
  const { id, open, close } = useOpenedRecord(decision);
  const { button, confirmation } = TEXT[decision];
  const name = `${application.firstName} ${application.lastName}`.trim();
  const closesOthers =
    decision === "approve" && application.sameAddress.some(({ status }) => status === "pending");
  return (
    <>
      <Button
        variant={decision === "approve" ? "primary" : "outline"}
        size="sm"
        aria-label={`${button} ${name}`}
        onClick={() => open(application.id)}
      >
        {button}
      </Button>
      <Dialog
        open={id === application.id}
        onClose={close}
        isInUrl
        size="sm"
        title={`${button} ${name}'s application?`}
        description={closesOthers ? `${confirmation} ${CLOSES_OTHERS_NOTE}` : confirmation}
      >
        <ReviewForm application={application} decision={decision} name={name} onDone={close} />
      </Dialog>
    </>
  );
};
