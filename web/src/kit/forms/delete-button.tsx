import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import {
  getMutationMessage,
  useInvalidateRecords,
  useRemoveRecord,
  type WritableResource,
} from "#data/resource.ts";
import { isStaleEdit } from "#lib/api/write-errors.ts";
import { getServerMessage, isGone } from "#lib/api/refusals.ts";
import { Notice } from "#ui/messages/notice.tsx";
import { showFailure, type FailureMessage } from "#ui/messages/show-failure.ts";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { showSuccess, type SuccessText } from "#ui/messages/show-success.ts";
import { RowAction } from "../lists/row-menu.tsx";

export interface DeleteButtonProps {
  /** Singular name of the record, such as "location". */
  readonly noun: string;
  readonly resource: WritableResource<unknown, unknown, unknown>;
  readonly question: ReactNode;
  /** The record as shown. If it has changed since, deleting it asks again. */
  readonly record: { readonly id: string; readonly updatedAt?: string };
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

export const DeleteButton = ({
  noun,
  resource,
  question,
  record: { id, updatedAt },
  name,
  texts,
}: DeleteButtonProps) => {
  const [isDialogOpen, setDialogOpen] = useState(false);
  /** Says who has changed the record since it was shown. */
  const [change, setChange] = useState<string | null>(null);
  const remove = useRemoveRecord(resource);
  const invalidateRecords = useInvalidateRecords(resource);
  const confirm = async () => {
    try {
      const response = await remove.mutateAsync({ id, version: updatedAt });
      // Close the dialog before the row is removed, so that the focus returns to this button and can then move to the
      // next row.
      flushSync(() => setDialogOpen(false));
      const { success = `${name} was deleted`, prefersServerMessage } = texts ?? {};
      showSuccess((prefersServerMessage && getMutationMessage(response)) || success);
    } catch (error) {
      if (isStaleEdit(error)) {
        // The list then shows what has changed, and the question stands until it's answered again.
        await invalidateRecords();
        setChange(getServerMessage(error) ?? `Someone has changed this ${noun}.`);
        return;
      }
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
        className="in-[[role=menu]]:text-error"
        aria-label={`Delete ${name}`}
        onClick={() => {
          setChange(null);
          setDialogOpen(true);
        }}
      >
        Delete
      </RowAction>
      <ConfirmDialog
        open={isDialogOpen}
        title={`Delete ${name}?`}
        body={
          <>
            {change !== null && (
              <div className="mb-4">
                <Notice tone="error">{change} Do you still want to delete it?</Notice>
              </div>
            )}
            {question}
          </>
        }
        confirmLabel={`Delete ${noun}`}
        destructive
        onConfirm={confirm}
        onCancel={() => setDialogOpen(false)}
      />
    </>
  );
};
