import { useState } from "react";
import { VISITOR_OWNER } from "./draft-key.ts";
import { forgetDraft, readDraft, saveDraft } from "./drafts.ts";

/** Ignores stored fields of a different type, which may come from an older version of the form. */
export const restoreDraft = <Form extends object>(emptyForm: Form, name: string): Form => {
  const draft = readDraft({ owner: VISITOR_OWNER, form: name });
  const matchingFields = Object.entries(emptyForm).filter(
    ([field, value]) => typeof draft?.[field] === typeof value,
  );
  return {
    ...emptyForm,
    ...Object.fromEntries(matchingFields.map(([field]) => [field, draft?.[field]])),
  };
};

/**
 * Keeps the values of a visitor's form. They start with the visitor's draft and are saved until the form is sent or
 * discarded.
 */
export const useVisitorDraft = <Form extends object>(name: string, emptyForm: Form) => {
  const [form, setForm] = useState(() => restoreDraft(emptyForm, name));
  return {
    form,
    setForm: (newForm: Form) => {
      setForm(newForm);
      saveDraft({ owner: VISITOR_OWNER, form: name }, newForm);
    },
    /** Deletes the draft. The form keeps its values until it is mounted again. */
    forget: () => forgetDraft({ owner: VISITOR_OWNER, form: name }),
    isEmpty: JSON.stringify(form) === JSON.stringify(emptyForm),
  };
};
