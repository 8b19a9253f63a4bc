import { toNameKey } from "#rules/fold.ts";
import { formatFullName } from "#rules/names.ts";
import { volunteerApplicationEndpoints } from "#contracts/volunteer-applications.ts";
import {
  type AdminApplication,
  type Decision,
  useReviewApplication,
} from "#data/volunteer-applications/resource.ts";
import { useDraftOwner } from "#kit/forms/draft-owner.ts";
import { FormArea } from "#kit/forms/form-fields.tsx";
import { RecordForm } from "#kit/forms/record-form.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { showSuccess } from "#ui/messages/show-success.ts";
import { ApplicantKind, type ApprovalInput, isSharedMailbox } from "./applicant-kind.tsx";
import { KnownVolunteer } from "./known-volunteer.tsx";

const APPROVAL = volunteerApplicationEndpoints.approveVolunteerApplication.body
  .unwrap()
  .required({ reviewNotes: true });
const REJECTION = volunteerApplicationEndpoints.rejectVolunteerApplication.body
  .unwrap()
  .required({ reviewNotes: true });

const TEXT = {
  approve: {
    actionLabel: "Approve",
    successTitle: "Application approved",
    confirmation: "They'll get a welcome email that explains how to log in.",
    failureText: "Failed to approve application. Please try again.",
  },
  reject: {
    actionLabel: "Reject",
    successTitle: "Application rejected",
    confirmation: "They'll get a kind email to let them know.",
    failureText: "Failed to reject application. Please try again.",
  },
} as const satisfies Record<Decision, object>;

/** Someone who shares a mailbox may get no login. */
const SHARED_CONFIRMATION = "They'll get a welcome email.";

const CLOSES_OTHERS_NOTE = "Other pending applications with this email and name will be closed.";

const hasName = (name: string, person: { firstName: string; lastName: string }): boolean =>
  toNameKey(formatFullName(person)) === toNameKey(name);

export interface ReviewDialogProps {
  readonly open: boolean;
  readonly application: AdminApplication;
  readonly decision: Decision;
  readonly onClose: () => void;
}

const ReviewForm = ({ application, decision, onClose }: Omit<ReviewDialogProps, "open">) => {
  const review = useReviewApplication();
  const owner = useDraftOwner();
  const { id, match } = application;
  const { actionLabel, successTitle, failureText } = TEXT[decision];
  const isApproval = decision === "approve";
  const schema = isApproval ? APPROVAL : REJECTION;
  return (
    <RecordForm
      label={`${actionLabel} application`}
      schema={schema}
      values={{ reviewNotes: application.reviewNotes ?? "" }}
      draft={{ owner, form: `${decision} ${id}` }}
      failure={{ title: "Error", fallback: failureText }}
      onSave={async (values) => {
        await review.mutateAsync({ id, decision, body: schema.parse(values) });
        showSuccess({
          title: successTitle,
          description: `${formatFullName(application)} will get an email.`,
        });
        onClose();
      }}
      onCancel={onClose}
    >
      {isApproval && isSharedMailbox(application) && <ApplicantKind application={application} />}
      {isApproval && match && <KnownVolunteer match={match} />}
      <FormArea<ApprovalInput>
        name="reviewNotes"
        label="Notes"
        description="Only your team sees these, not the applicant."
        className="sm:col-span-2"
      />
    </RecordForm>
  );
};

/** Asks for confirmation, because the applicant gets an email. */
export const ReviewDialog = ({ open, ...props }: ReviewDialogProps) => {
  const { application, decision, onClose } = props;
  const { actionLabel } = TEXT[decision];
  const confirmation =
    decision === "approve" && isSharedMailbox(application)
      ? SHARED_CONFIRMATION
      : TEXT[decision].confirmation;
  const willCloseOthers =
    decision === "approve" &&
    application.sameAddress.some(
      (other) => other.status === "pending" && hasName(formatFullName(application), other),
    );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      isInUrl
      size="sm"
      title={`${actionLabel} ${formatFullName(application)}'s application?`}
      description={willCloseOthers ? `${confirmation} ${CLOSES_OTHERS_NOTE}` : confirmation}
    >
      <ReviewForm {...props} />
    </Dialog>
  );
};
