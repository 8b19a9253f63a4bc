import { formatFullName } from "#rules/names.ts";
import { type AdminApplication, useUndoRejection } from "#data/volunteer-applications/resource.ts";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { ConfirmButton } from "#admin/confirm-button.tsx";

export const UndoRejectionButton = ({
  application,
}: {
  readonly application: AdminApplication;
}) => {
  const undoRejection = useUndoRejection();
  const name = formatFullName(application);
  const undo = async () => {
    try {
      await undoRejection.mutateAsync(application.id);
      showSuccess(`${name}'s application is pending again`);
    } catch (error) {
      showFailure("A rejection could not be undone", error, {
        title: "We couldn't undo the rejection",
        fallback: "Please try again.",
      });
    }
  };
  return (
    <ConfirmButton
      aria-label={`Undo rejection of ${name}`}
      confirmation={{
        title: `Undo the rejection of ${name}?`,
        body: "The application will be pending again. They won't get an email about it, and if the one about the rejection hasn't gone out yet, it won't be sent.",
        confirmLabel: "Undo rejection",
      }}
      onConfirm={undo}
    >
      Undo rejection
    </ConfirmButton>
  );
};
