import { useState } from "react";
import { flushSync } from "react-dom";
import {
  mutationMessage,
  useForgetRecords,
  useRemoveRecord,
  type SavedRecord,
} from "#data/resource.ts";
import { isGone } from "#lib/api/refusals.ts";
import { Button } from "#ui/button.tsx";
import { showFailure, type FailureMessage } from "#ui/messages/show-failure.ts";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { showSuccess, type SuccessText } from "#ui/messages/show-success.ts";

export interface DeleteButtonProps {
  /** Singular name of the record, such as "location". */
  readonly noun: string;
  readonly resource: SavedRecord<unknown, unknown, unknown>;
  readonly question: string;
  readonly id: string;
  /** Name of this record. */
  readonly name: string;
  /** Replaces "<name> was deleted" and "Failed to delete <noun>". */
  readonly texts?: DeletionText | undefined;
}

export interface DeletionText {
  readonly success: SuccessText;
  /** Prefers the server's message to `success`. */
  readonly isServerFirst?: boolean;
  readonly failure: FailureMessage;
}

export const DeleteButton = ({ noun, resource, question, id, name, texts }: DeleteButtonProps) => {
  const [isAsking, setAsking] = useState(false);
  const remove = useRemoveRecord(resource);
  const forget = useForgetRecords(resource);
  const confirm = async () => {
    try {
      const response = await remove.mutateAsync(id);
      // Close the dialog before the row unmounts, so the focus returns to this button and can move on to the next row.
      flushSync(() => setAsking(false));
      const { success = `${name} was deleted`, isServerFirst } = texts ?? {};
      showSuccess((isServerFirst && mutationMessage(response)) || success);
    } catch (error) {
      setAsking(false);
      const failure = { title: "Delete Failed", fallback: `Failed to delete ${noun}` };
      showFailure(`The ${noun} could not be deleted`, error, {
        ...(texts?.failure ?? failure),
        gone: `Someone deleted this ${noun}.`,
      });
      if (isGone(error)) void forget();
    }
  };
  return (
    <>
      <Button
        variant="ghost"
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
