import { useState } from "react";
import { VISITOR } from "./draft-key.ts";
import { forgetDraft, readDraft, saveDraft } from "./drafts.ts";

/** Ignores fields of another type, which an older version of the form may have saved. */
export const restoredDraft = <Form extends object>(empty: Form, name: string): Form => {
  const draft = readDraft({ owner: VISITOR, form: name });
  const matchingFields = Object.entries(empty).filter(
    ([field, value]) => typeof draft?.[field] === typeof value,
  );
  return {
    ...empty,
    ...Object.fromEntries(matchingFields.map(([field]) => [field, draft?.[field]])),
  };
};

/**
 * Holds a visitor's form, prefilled from their draft, and saves it until it is sent or discarded.
 */
export const useVisitorDraft = <Form extends object>(name: string, empty: Form) => {
  const [form, setForm] = useState(() => restoredDraft(empty, name));
  return {
    form,
    setForm: (next: Form) => {
      setForm(next);
      saveDraft({ owner: VISITOR, form: name }, next);
    },
    /** Deletes the draft but keeps the form's state until the next mount. */
    forget: () => forgetDraft({ owner: VISITOR, form: name }),
    isEmpty: JSON.stringify(form) === JSON.stringify(empty),
  };
};
