import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import {
  getMutationMessage,
  useInvalidateRecords,
  useRemoveRecord,
  type WritableResource,
} from "#data/resource.ts";
import { isGone } from "#lib/api/refusals.ts";
import { showFailure, type FailureMessage } from "#ui/messages/show-failure.ts";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { showSuccess, type SuccessText } from "#ui/messages/show-success.ts";
import { RowAction } from "../lists/row-menu.tsx";

export interface DeleteButtonProps {
  /** Singular name of the record, such as "location". */
  readonly noun: string;
  readonly resource: WritableResource<unknown, unknown, unknown>;
  readonly question: ReactNode;
  readonly id: string;
  readonly name: string;
  /** Replaces "<name> was deleted" and "Failed to delete <noun>". */
  readonly texts?: DeletionText | undefined;
}

export interface DeletionText {
  readonly success: SuccessText;
  /** Shows the server's message, if there is one, instead of `success`. */
  readonly prefersServerMessage?: boolean;
  readonly failure: FailureMessage;
}

export const DeleteButton = ({ noun, resource, question, id, name, texts }: DeleteButtonProps) => {
  const [isDialogOpen, setDialogOpen] = useState(false);
  const remove = useRemoveRecord(resource);
  const invalidateRecords = useInvalidateRecords(resource);
  const confirm = async () => {
    try {
      const response = await remove.mutateAsync(id);
      // Close the dialog before the row is removed, so that the focus returns to this button and can then move to the
      // next row.
      flushSync(() => setDialogOpen(false));
      const { success = `${name} was deleted`, prefersServerMessage } = texts ?? {};
      showSuccess((prefersServerMessage && getMutationMessage(response)) || success);
    } catch (error) {
      setDialogOpen(false);
      const failure = { title: "Delete Failed", fallback: `Failed to delete ${noun}` };
      showFailure(`The ${noun} could not be deleted`, error, {
        ...(texts?.failure ?? failure),
        goneText: `Someone deleted this ${noun}.`,
      });
      if (isGone(error)) void invalidateRecords();
    }
  };
  return (
    <>
      <RowAction
        variant="ghost"
        className="text-error"
        aria-label={`Delete ${name}`}
        onClick={() => setDialogOpen(true)}
      >
        Delete
      </RowAction>
      <ConfirmDialog
        open={isDialogOpen}
        title={`Delete ${name}?`}
        body={question}
        confirmLabel={`Delete ${noun}`}
        destructive
        onConfirm={confirm}
        onCancel={() => setDialogOpen(false)}
      />
    </>
  );
};
