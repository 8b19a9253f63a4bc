import { useState } from "react";
import { useRemoveSecondFactor } from "../../../../data/second-factors/mutations.ts";
import type { SecondFactor } from "../../../../data/second-factors/queries.ts";
import { Button } from "../../../../ui/button.tsx";
import { tellFailure } from "../../../../ui/tell-failure.ts";
import { cx } from "../../../../ui/class-names.ts";
import { ConfirmDialog } from "../../../../ui/confirm-dialog.tsx";
import { showToast } from "../../../../ui/toast.ts";

const RemoveFactor = ({ userId, username }: SecondFactor) => {
  const [isAsking, setAsking] = useState(false);
  const remove = useRemoveSecondFactor();
  const confirm = async () => {
    try {
      await remove.mutateAsync(userId);
      showToast({ title: `The second factor of ${username} was removed`, variant: "success" });
    } catch (error) {
      tellFailure("A second factor could not be removed", error, {
        title: "The second factor could not be removed",
        fallback: "Please try again.",
      });
    }
    setAsking(false);
  };
  return (
    <>
      <Button
        look="ghost"
        size="sm"
        className="text-error"
        aria-label={`Remove second factor of ${username}`}
        onClick={() => setAsking(true)}
      >
        Remove second factor
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={`Remove the second factor of ${username}?`}
        body="Only when phone and recovery codes are lost, and only after you have spoken to this person: from then on the password alone is enough, until a new second factor is set up. The removal and your name are written to the audit log."
        confirmLabel="Remove second factor"
        destructive
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
      />
    </>
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
          {row.hasSecondFactor ? "Second factor" : "Password only"}
        </p>
        {row.hasSecondFactor && !row.isOwn && <RemoveFactor {...row} />}
      </li>
    ))}
  </ul>
);
