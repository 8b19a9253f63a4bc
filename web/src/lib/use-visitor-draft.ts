import { useState } from "react";
import { forgetDraft, readDraft, saveDraft, VISITOR } from "./drafts.ts";

/** What an older version of a form kept may not fit this one. */
export const restoredDraft = <Form extends object>(empty: Form, name: string): Form => {
  const draft = readDraft({ owner: VISITOR, form: name });
  const fitting = Object.entries(empty).filter(
    ([field, value]) => typeof draft?.[field] === typeof value,
  );
  return { ...empty, ...Object.fromEntries(fitting.map(([field]) => [field, draft?.[field]])) };
};

/** A form of a visitor's, filled with what she typed before and kept until it was sent or given up. */
export const useVisitorDraft = <Form extends object>(name: string, empty: Form) => {
  const [form, setForm] = useState(() => restoredDraft(empty, name));
  return {
    form,
    setForm: (next: Form) => {
      setForm(next);
      saveDraft({ owner: VISITOR, form: name }, next);
    },
    /** The form itself stays as it is until it begins anew. */
    forget: () => forgetDraft({ owner: VISITOR, form: name }),
    isEmpty: JSON.stringify(form) === JSON.stringify(empty),
  };
};
