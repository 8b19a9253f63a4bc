import { useEffect, useRef, useState, type ReactNode } from "react";

export interface FormQuestion {
  readonly title: string;
  readonly body: ReactNode;
  readonly confirmLabel: string;
}

/**
 * Asks a question in a dialog and resolves with the answer. The button is disabled in the meantime, so its focus is restored afterward.
 */
export const useQuestion = (isSubmitting: boolean) => {
  const [openQuestion, setOpenQuestion] = useState<
    FormQuestion & { answer: (isConfirmed: boolean) => void }
  >();
  const pressedButtonRef = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isSubmitting) return;
    // A field rejected after confirming already has the focus.
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
