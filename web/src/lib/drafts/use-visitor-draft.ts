import { useState } from "react";
import { VISITOR_OWNER } from "./draft-key.ts";
import { forgetDraft, readDraft, saveDraft } from "./drafts.ts";

/** Ignores fields of another type, which an older version of the form may have saved. */
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
 * Holds a visitor's form, prefilled from their draft, and saves it until it is sent or discarded.
 */
export const useVisitorDraft = <Form extends object>(name: string, emptyForm: Form) => {
  const [form, setForm] = useState(() => restoreDraft(emptyForm, name));
  return {
    form,
    setForm: (newForm: Form) => {
      setForm(newForm);
      saveDraft({ owner: VISITOR_OWNER, form: name }, newForm);
    },
    /** Deletes the draft but keeps the form's state until the next mount. */
    forget: () => forgetDraft({ owner: VISITOR_OWNER, form: name }),
    isEmpty: JSON.stringify(form) === JSON.stringify(emptyForm),
  };
};
