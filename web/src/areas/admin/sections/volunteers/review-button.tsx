import { formatFullName } from "#rules/names.ts";
import type { AdminApplication, Decision } from "#data/volunteer-applications/resource.ts";
import { RowAction } from "#kit/lists/row-menu.tsx";
import { useOpenedRecord } from "#kit/lists/use-opened-record.ts";
import { Button } from "#ui/button.tsx";
import { lazyDialog } from "#ui/dialogs/lazy-dialog.tsx";

/** Loads the form only when it opens, because the overview has this button, too. */
const ReviewDialog = lazyDialog(async () => (await import("./review-dialog.tsx")).ReviewDialog);

const LABELS: Readonly<Record<Decision, string>> = { approve: "Approve", reject: "Reject" };

/** Opens the dialog of the application's `ReviewButton` from another dialog, which it closes first. */
export const OpenReview = ({
  application,
  decision,
  onLeave,
}: ReviewButtonProps & { readonly onLeave: () => void }) => {
  const { open } = useOpenedRecord(decision);
  return (
    <Button
      variant={decision === "approve" ? "primary" : "outline"}
      onClick={() => {
        onLeave();
        open(application.id);
      }}
    >
      {LABELS[decision]}
    </Button>
  );
};

export interface ReviewButtonProps {
  readonly application: AdminApplication;
  readonly decision: Decision;
}

export const ReviewButton = ({ application, decision }: ReviewButtonProps) => {
  const { id, open, close } = useOpenedRecord(decision);
  return (
    <>
      <RowAction
        aria-label={`${LABELS[decision]} ${formatFullName(application)}`}
        onClick={() => open(application.id)}
      >
        {LABELS[decision]}
      </RowAction>
      <ReviewDialog
        open={id === application.id}
        application={application}
        decision={decision}
        onClose={close}
      />
    </>
  );
};
