import { useState } from "react";
import { useRemoveRecord, type Resource } from "../data/resource.ts";
import { Button } from "../ui/button.tsx";
import { tellFailure } from "../ui/tell-failure.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { showToast } from "../ui/toast.ts";

export interface DeleteButtonProps {
  /** What it is: "location". */
  readonly noun: string;
  readonly resource: Resource<unknown, unknown, unknown>;
  readonly question: string;
  readonly id: string;
  /** What a person calls it. */
  readonly name: string;
  readonly onDeleted: () => void;
}

/** Asks before it deletes. */
export const DeleteButton = ({
  noun,
  resource,
  question,
  id,
  name,
  onDeleted,
}: DeleteButtonProps) => {
  const [isAsking, setAsking] = useState(false);
  const remove = useRemoveRecord(resource);
  const confirm = async () => {
    try {
      await remove.mutateAsync(id);
      setAsking(false);
      showToast({ title: `${name} was deleted`, variant: "success" });
      onDeleted();
    } catch (error) {
      setAsking(false);
      tellFailure(`The ${noun} could not be deleted`, error, {
        title: "Delete Failed",
        fallback: `Failed to delete ${noun}`,
      });
    }
  };
  return (
    <>
      <Button
        look="ghost"
        size="sm"
        className="text-error"
        aria-label={`Delete ${name}`}
        onClick={() => setAsking(true)}
      >
        Delete
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={`Delete ${name}?`}
        body={question}
        confirmLabel={`Delete ${noun}`}
        destructive
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
      />
    </>
  );
};
