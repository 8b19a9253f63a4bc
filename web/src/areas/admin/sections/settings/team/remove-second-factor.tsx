import type { Administrator } from "#data/administrators/mutations.ts";
import { useRemoveSecondFactor, useSecondFactorRule } from "#data/second-factors/mutations.ts";
import { ConfirmButton } from "#admin/confirm-button.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";

/** Turns off two-step login for another administrator who can no longer use it. */
export const RemoveSecondFactor = ({ id, username }: Administrator) => {
  const remove = useRemoveSecondFactor();
  const rule = useSecondFactorRule();
  const consequenceText = rule.data?.isRequired
    ? "They'll log in with just a password and set up two-step login again before they see anything else."
    : "They'll log in with just a password until they set up two-step login again.";
  const removeFactor = async () => {
    try {
      await remove.mutateAsync(id);
      showSuccess(`Two-step login is off for ${username}`);
    } catch (error) {
      showFailure("A second factor could not be removed", error, {
        title: "We couldn't turn off two-step login",
        fallback: "Please try again.",
      });
    }
  };
  return (
    <ConfirmButton
      className="text-error"
      aria-label={`Turn off two-step login for ${username}`}
      confirmation={{
        title: `Turn off two-step login for ${username}?`,
        body: `Do this only if they've lost both their phone and their recovery codes, and only after you've spoken with them. ${consequenceText} The audit log records this with your name.`,
        confirmLabel: "Turn off two-step login",
        destructive: true,
      }}
      onConfirm={removeFactor}
    >
      Turn off two-step login
    </ConfirmButton>
  );
};
