import type { z } from "zod";
import { LETTER_PLACEHOLDERS, type LetterPlaceholder } from "#contracts/choices.ts";
import { letterTemplateEndpoints } from "#contracts/letter-templates.ts";
import { type LetterTemplate, letterTemplates } from "#data/letter-templates/resource.ts";
import { FormArea, FormText } from "#kit/forms/form-fields.tsx";
import { RecordEditor } from "#kit/forms/record-editor.tsx";
import type { Column } from "#kit/lists/list-table.tsx";
import { RecordLink } from "#kit/lists/record-link.tsx";
import { RecordList } from "#kit/lists/record-list.tsx";
import type { EditorProps } from "#kit/lists/row-editing.tsx";

const COLUMNS: readonly Column<LetterTemplate>[] = [
  {
    name: "name",
    header: "Letter",
    cell: ({ id, name }) => (
      <RecordLink param="edit" id={id}>
        {name}
      </RecordLink>
    ),
  },
  {
    name: "body",
    header: "Text",
    // Chromium leaves out the ellipsis of text that is aligned to the right, as it is on a phone.
    cell: ({ body }) => <span className="line-clamp-2 text-left!">{body}</span>,
    isWideOnly: true,
  },
];

const SCHEMAS = {
  create: letterTemplateEndpoints.createLetterTemplate.body,
  update: letterTemplateEndpoints.updateLetterTemplate.body,
};
type LetterInput = z.input<typeof SCHEMAS.create>;

const EMPTY_LETTER = { name: "", body: "" };

const PLACEHOLDER_LABELS: Readonly<Record<LetterPlaceholder, string>> = {
  name: "the donor's name",
  firstName: "what follows Dear",
  lastGift: "the latest gift, such as $50.00 on March 1, 2026",
  yearTotal: "this year's total",
  year: "this year",
  organizationName: "our name",
};

const PLACEHOLDER_HINT = LETTER_PLACEHOLDERS.map(
  (placeholder) => `{{${placeholder}}} is ${PLACEHOLDER_LABELS[placeholder]}`,
).join(", ");

const LetterEditor = ({ record, onDone }: EditorProps<LetterTemplate>) => (
  <RecordEditor
    noun="letter"
    resource={letterTemplates}
    schemas={SCHEMAS}
    record={record}
    emptyValues={EMPTY_LETTER}
    onDone={onDone}
  >
    <FormText<LetterInput>
      name="name"
      label="Name"
      description="Donors don't see it. The PDF's filename starts with it."
      className="sm:col-span-2"
    />
    <FormArea<LetterInput>
      name="body"
      label="Text"
      description={`Leave a blank line between paragraphs. The letterhead, the address, the salutation and the signature are added. ${PLACEHOLDER_HINT}.`}
      rows={12}
      className="sm:col-span-2"
    />
  </RecordEditor>
);

/** Letters that are printed for donors. */
export const LetterTemplates = () => (
  <RecordList
    pluralNoun="letters"
    list={letterTemplateEndpoints.listLetterTemplates.list}
    resource={letterTemplates}
    columns={COLUMNS}
    nameOf={({ name }) => name}
    editing={{
      noun: "letter",
      Editor: LetterEditor,
    }}
  />
);
