import type { z } from "zod";
import { childrenLetterEndpoints } from "#contracts/children-letters.ts";
import { childrenLetters, type ChildrenLetter } from "#data/children-letters/resource.ts";
import { FormArea, FormText } from "#kit/forms/form-fields.tsx";
import { RecordEditor } from "#kit/forms/record-editor.tsx";
import type { EditorProps } from "#kit/lists/row-editing.tsx";

const SCHEMAS = {
  create: childrenLetterEndpoints.createChildrenLetter.body,
  update: childrenLetterEndpoints.updateChildrenLetter.body,
};
const EMPTY_LETTER = { text: "", writer: "" };

type LetterInput = z.input<typeof SCHEMAS.create>;

export const LetterEditor = ({ record, onDone }: EditorProps<ChildrenLetter>) => (
  <RecordEditor
    noun="letter"
    resource={childrenLetters}
    schemas={SCHEMAS}
    record={record}
    emptyValues={EMPTY_LETTER}
    onDone={onDone}
  >
    <FormArea<LetterInput>
      name="text"
      label="Letter text"
      description="A sentence or two, just as the child wrote it. Leave out names of people and places."
      className="sm:col-span-2"
    />
    <FormText<LetterInput>
      name="writer"
      label="Written by"
      description="First name and age only."
      placeholder="Ava, 7"
    />
  </RecordEditor>
);
