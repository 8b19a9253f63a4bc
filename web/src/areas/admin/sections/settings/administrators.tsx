import { useRemoveSecondFactor } from "#data/second-factors/mutations.ts";
import type { SecondFactor } from "#data/second-factors/queries.ts";
import { showFailure } from "#ui/messages/show-failure.ts";
import { cx } from "#ui/class-names.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { ConfirmButton } from "#admin/confirm-button.tsx";

const RemoveFactor = ({ userId, username }: SecondFactor) => {
  const remove = useRemoveSecondFactor();
  const removeFactor = async () => {
    try {
      await remove.mutateAsync(userId);
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
      variant="ghost"
      size="sm"
      className="text-error"
      aria-label={`Turn off two-step login for ${username}`}
      confirmation={{
        title: `Turn off two-step login for ${username}?`,
        body: "Do this only if they've lost both their phone and their recovery codes, and only after you've spoken with them. They'll log in with just a password until they set up two-step login again. The audit log records this with your name.",
        confirmLabel: "Turn off two-step login",
        destructive: true,
      }}
      onConfirm={removeFactor}
    >
      Turn off two-step login
    </ConfirmButton>
  );
};

export const Administrators = ({ rows }: { readonly rows: readonly SecondFactor[] }) => (
  <ul className="divide-base-300 divide-y">
    {rows.map((row) => (
      <li key={row.userId} className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 py-2">
        <p className="min-w-0 flex-1 font-semibold">
          {row.username}
          {row.isOwn && <span className="quiet font-normal"> (you)</span>}
        </p>
        <p className={cx("text-sm", row.hasSecondFactor ? "text-success" : "quiet")}>
          {row.hasSecondFactor ? "Two-step login" : "Password only"}
        </p>
        {row.hasSecondFactor && !row.isOwn && <RemoveFactor {...row} />}
      </li>
    ))}
  </ul>
);
