import { useEffect, useRef, useState, type ReactNode } from "react";

export interface FormQuestion {
  readonly title: string;
  readonly body: ReactNode;
  readonly confirmLabel: string;
}

/**
 * Asks a question in a dialog and resolves with the answer. The button that was pressed is disabled in the meantime and
 * loses the focus, so the focus is restored afterward.
 */
export const useQuestion = (isSubmitting: boolean) => {
  const [openQuestion, setOpenQuestion] = useState<
    FormQuestion & { answer: (isConfirmed: boolean) => void }
  >();
  const pressedButtonRef = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isSubmitting) return;
    // If the server rejected a field after the user confirmed, that field already has the focus.
    if (!pressedButtonRef.current?.form?.contains(document.activeElement))
      pressedButtonRef.current?.focus();
    pressedButtonRef.current = null;
  }, [isSubmitting]);
  const ask = (question: FormQuestion, trigger: HTMLButtonElement | null) =>
    new Promise<boolean>((resolve) => {
      const answer = (isConfirmed: boolean) => {
        pressedButtonRef.current = trigger;
        setOpenQuestion(undefined);
        resolve(isConfirmed);
      };
      setOpenQuestion({ ...question, answer });
    });
  return { openQuestion, ask };
};
