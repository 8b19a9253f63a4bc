import type { z } from "zod";
import { builtInTemplates, DEFAULT_TEMPLATE_NAMES } from "#rules/built-in-templates.ts";
import { emailTemplateEndpoints } from "#contracts/email-templates.ts";
import { emailTemplates, type EmailTemplate } from "#data/email-templates/resource.ts";
import { useHasVersions } from "#data/versions.ts";
import { FormCheck, FormText } from "#kit/forms/form-fields.tsx";
import { FormSelectOrText } from "#kit/forms/form-select-or-text.tsx";
import { RecordEditor } from "#kit/forms/record-editor.tsx";
import { FormRichText } from "#kit/rich-text/form-rich-text.tsx";
import { useFormValues } from "#kit/forms/use-form-values.ts";
import { useDebounced } from "#lib/use-debounced.ts";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { EarlierVersions } from "#admin/earlier-versions.tsx";
import { PlaceholderChips } from "./placeholder-chips.tsx";
import { SendTest } from "./send-test.tsx";
import { TemplatePreview } from "./template-preview.tsx";
import { failureText, successText } from "./texts.ts";

const PREVIEW_DELAY_MS = 400;
const SCHEMAS = {
  create: emailTemplateEndpoints.createEmailTemplate.body,
  update: emailTemplateEndpoints.updateEmailTemplate.body,
};
type TemplateInput = z.input<typeof SCHEMAS.create>;

const isDocumented = (name: string) =>
  DEFAULT_TEMPLATE_NAMES.some((documentedName) => documentedName === name);

/** Labels of all email types. Documented types also show their description. */
const TYPE_LABELS = Object.fromEntries(
  Object.entries(builtInTemplates).map(([name, { description }]) => [
    name,
    isDocumented(name) && description !== name ? `${name} (${description})` : name,
  ]),
);

const CONTENT_NOTE =
  "Write just the message. Our name, address and layout are added automatically, and so are a receipt's details and the link for setting up a new account.";

const RESTORABLE_FIELDS = {
  name: "Email Type",
  subject: "Email Subject",
  htmlContent: "HTML Content",
  description: "Description",
};

export interface EditedTemplate {
  /** Null for a new template. */
  readonly record: EmailTemplate | null;
  /** The built-in email that a new template starts from. */
  readonly builtInName?: string;
}

/** Previews the current form values. */
const LivePreview = () => {
  const { name = "", subject = "", htmlContent = "" } = useFormValues<TemplateInput>();
  const template = {
    name: String(name),
    subject: String(subject),
    htmlContent: String(htmlContent),
  };
  const debouncedJson = useDebounced(JSON.stringify(template), PREVIEW_DELAY_MS);
  return (
    <section className="min-w-0 sm:col-span-2" aria-label="Preview">
      {/* An h2, because the email's own h1 may come right before it, and skipping to h3 would leave a gap. */}
      <h2 className="mb-2 text-sm font-semibold">Preview</h2>
      <TemplatePreview template={JSON.parse(debouncedJson) as typeof template} />
      <SendTest template={template} className="mt-4" />
    </section>
  );
};

const TemplateHistory = ({ id }: Pick<EmailTemplate, "id">) => {
  const calls = {
    list: "GET /api/email-templates/:id/versions",
    one: "GET /api/email-templates/:id/versions/:versionId",
    params: { id },
  } as const;
  return (
    <EarlierVersions
      calls={calls}
      hasVersions={useHasVersions(calls)}
      fields={RESTORABLE_FIELDS}
      getTitle={({ subject }) => String(subject)}
    />
  );
};

export interface TemplateEditorProps {
  /** Null while the dialog is closed. */
  readonly editedTemplate: EditedTemplate | null;
  readonly onDone: () => void;
}

export const TemplateEditor = ({ editedTemplate, onDone }: TemplateEditorProps) => {
  const { record = null, builtInName } = editedTemplate ?? {};
  const {
    subject = "",
    htmlContent = "",
    description = null,
  } = builtInTemplates[builtInName ?? ""] ?? {};
  const verb = record ? "update" : "create";
  return (
    <Dialog
      open={editedTemplate !== null}
      onClose={onDone}
      isInUrl
      size="lg"
      title={record ? "Edit Email Template" : "Create Email Template"}
    >
      <RecordEditor
        noun="email template"
        draftName={builtInName}
        resource={emailTemplates}
        schemas={SCHEMAS}
        record={record}
        emptyValues={{ name: builtInName ?? "", subject, htmlContent, description, isActive: true }}
        texts={{
          submitButtons: [
            {
              label: record ? "Update Template" : "Create Template",
              busyLabel: "Saving...",
              values: {},
            },
          ],
          success: successText(`Email template ${verb}d successfully`),
          failure: failureText(`Failed to ${verb} email template`),
        }}
        onDone={onDone}
      >
        <FormSelectOrText<TemplateInput>
          name="name"
          label="Email Type"
          options={TYPE_LABELS}
          otherOption="Custom"
          otherLabel="Custom Email Name"
          startsWithOther={!record && builtInName === undefined}
        />
        <PlaceholderChips>
          {(placeholderRef) => (
            <>
              <FormText<TemplateInput> name="subject" label="Email Subject" />
              <FormRichText<TemplateInput>
                name="htmlContent"
                label="HTML Content"
                format="mail"
                description={CONTENT_NOTE}
                placeholderRef={placeholderRef}
                className="[&_.ProseMirror]:min-h-60"
              />
            </>
          )}
        </PlaceholderChips>
        <FormText<TemplateInput>
          name="description"
          label="Description"
          description="Only administrators see this."
          className="sm:col-span-2"
        />
        <FormCheck<TemplateInput>
          name="isActive"
          label="Active Template"
          description="While this is off, emails of this type are held back and wait in the delivery log."
          className="sm:col-span-2"
        />
        {record && <TemplateHistory id={record.id} />}
        <LivePreview />
      </RecordEditor>
    </Dialog>
  );
};
