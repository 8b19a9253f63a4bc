import { useEffect, useId, useState } from "react";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import {
  findFollowedLink,
  runAfterProgrammaticBack,
  useCloseOnBack,
} from "#ui/dialogs/use-close-on-back.ts";

interface LeaveQuestionProps {
  /** Says what isn't saved. Null if there's nothing to ask. */
  readonly note: string | null;
}

/** Asks before a link or the Back button leads away from values that the server doesn't have. */
export const LeaveQuestion = ({ note }: LeaveQuestionProps) => {
  const id = useId();
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const canAsk = note !== null && !isLeaving;
  const isAsking = canAsk && leave !== null;
  const askBeforeBack = () => setLeave(() => () => history.back());
  useCloseOnBack(canAsk && !isAsking, id, askBeforeBack, { mediaQuery: "all" });
  useEffect(() => {
    if (!canAsk) return undefined;
    const askFirst = (event: MouseEvent) => {
      const link = findFollowedLink(event);
      if (!link || link.pathname === location.pathname) return;
      event.preventDefault();
      event.stopPropagation();
      setLeave(() => () => link.click());
    };
    document.addEventListener("click", askFirst, { capture: true });
    return () => document.removeEventListener("click", askFirst, { capture: true });
  }, [canAsk]);
  // The question and its entry in the history have to be gone first.
  useEffect(() => {
    if (isLeaving && leave) setTimeout(() => runAfterProgrammaticBack(leave));
  }, [isLeaving, leave]);
  return (
    <ConfirmDialog
      open={isAsking}
      title="Leave this post?"
      body={`${note ?? ""} This tab keeps it until you close it. Other devices don't have it.`}
      confirmLabel="Leave"
      cancelLabel="Keep editing"
      onConfirm={() => setLeaving(true)}
      onCancel={() => setLeave(null)}
    />
  );
};
