import { useState } from "react";
import { flushSync } from "react-dom";
import { messageOf, useForgetRecords, useRemoveRecord, type Written } from "../data/resource.ts";
import { isGone } from "../lib/refusals.ts";
import { Button } from "../ui/button.tsx";
import { tellFailure, type FailureWords } from "../ui/tell-failure.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { tellSuccess, type SuccessText } from "./tell-success.ts";

export interface DeleteButtonProps {
  /** What it is: "location". */
  readonly noun: string;
  readonly resource: Written<unknown, unknown, unknown>;
  readonly question: string;
  readonly id: string;
  /** What a person calls it. */
  readonly name: string;
  /** Where it is not "<name> was deleted" and "Failed to delete <noun>". */
  readonly words?: DeletionWords | undefined;
}

export interface DeletionWords {
  readonly done: SuccessText;
  /** The server's own sentence goes before `done`. */
  readonly isServerFirst?: boolean;
  readonly failure: FailureWords;
}

/** Asks before it deletes. */
export const DeleteButton = ({ noun, resource, question, id, name, words }: DeleteButtonProps) => {
  const [isAsking, setAsking] = useState(false);
  const remove = useRemoveRecord(resource);
  const forget = useForgetRecords(resource);
  const confirm = async () => {
    try {
      const answer = await remove.mutateAsync(id);
      // The focus goes back to this button while its row is still there, and on to the next row from it.
      flushSync(() => setAsking(false));
      const { done = `${name} was deleted`, isServerFirst } = words ?? {};
      tellSuccess((isServerFirst && messageOf(answer)) || done);
    } catch (error) {
      setAsking(false);
      const failure = { title: "Delete Failed", fallback: `Failed to delete ${noun}` };
      tellFailure(`The ${noun} could not be deleted`, error, {
        ...(words?.failure ?? failure),
        gone: `Someone deleted this ${noun}.`,
      });
      if (isGone(error)) void forget();
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
