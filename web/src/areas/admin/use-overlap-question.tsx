import { type ReactNode, useState } from "react";
import { getQuestion } from "#lib/api/write-errors.ts";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";

interface OverlapQuestion<Choice> {
  /** Puts someone on the chosen shift, and asks first if they have another shift at the same time. */
  readonly put: (choice: Choice) => Promise<void>;
  readonly overlapDialog: ReactNode;
}

/**
 * Asks whether to put someone on a shift that overlaps with another one of theirs. `putOnShift` may throw; `onFailure`
 * gets every other error.
 */
export function useOverlapQuestion<Choice>(
  putOnShift: (choice: Choice, anyway: boolean) => Promise<void>,
  onFailure: (error: unknown, choice: Choice) => void,
): OverlapQuestion<Choice> {
  const [question, setQuestion] = useState<{ choice: Choice; message: string } | null>(null);
  const put = async (choice: Choice, anyway = false) => {
    try {
      await putOnShift(choice, anyway);
    } catch (error) {
      const message = getQuestion(error, "overlaps");
      if (message !== null && !anyway) {
        setQuestion({ choice, message });
        return;
      }
      onFailure(error, choice);
    }
  };
  return {
    put: (choice) => put(choice),
    overlapDialog: question && (
      <ConfirmDialog
        open
        title="Two shifts at the same time?"
        body={question.message}
        confirmLabel="Add anyway"
        onConfirm={async () => {
          await put(question.choice, true);
          setQuestion(null);
        }}
        onCancel={() => setQuestion(null)}
      />
    ),
  };
}
