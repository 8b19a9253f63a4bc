import { useNavigate } from "react-router-dom";
import { type Administrator, useRemoveAdministrator } from "#data/administrators/mutations.ts";
import { ConfirmButton } from "#admin/confirm-button.tsx";
import { paths } from "#lib/paths.ts";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { showToast } from "#ui/messages/toast.ts";

const OWN_TEXT =
  "You'll be logged out right away and won't be able to open the dashboard anymore. What you did stays in the audit log under your name. All owners get an email about it.";
const OTHERS_TEXT =
  "They'll be logged out right away and won't be able to open the dashboard anymore. What they did stays in the audit log under their name. All owners get an email about it.";
const UNFINISHED_TEXT =
  "They can't see or change anything anymore. This deletes their login, which couldn't be deleted before.";

/** Removes an administrator after a confirmation, or finishes an incomplete removal. */
export const RemoveAdministrator = (administrator: Administrator) => {
  const { username, isOwn, isRemoved } = administrator;
  const remove = useRemoveAdministrator();
  const navigate = useNavigate();
  const removeAdministrator = async () => {
    try {
      await remove.mutateAsync(administrator);
    } catch (error) {
      showFailure("An administrator could not be removed", error, {
        title: `We couldn't remove ${username}`,
        fallback: "Please try again.",
      });
      return;
    }
    if (!isOwn) {
      showSuccess(`${username} was removed`);
      return;
    }
    showToast({
      title: "You're not an administrator anymore",
      description: "You were logged out.",
    });
    await navigate(paths.home(), { replace: true });
  };
  const verb = isRemoved ? "Finish removing" : "Remove";
  return (
    <ConfirmButton
      className="text-error"
      aria-label={`${verb} ${username}`}
      confirmation={{
        title: isOwn ? "Remove yourself?" : `${verb} ${username}?`,
        body: isRemoved ? UNFINISHED_TEXT : isOwn ? OWN_TEXT : OTHERS_TEXT,
        confirmLabel: isRemoved ? "Delete their login" : "Remove administrator",
        destructive: true,
      }}
      onConfirm={removeAdministrator}
    >
      {verb}
    </ConfirmButton>
  );
};
