import { emailTemplateEndpoints } from "#contracts/email-templates.ts";
import { PAGE_LIMIT_MAX } from "#contracts/limits.ts";
import { builtInTemplates, DEFAULT_TEMPLATE_NAMES } from "#rules/built-in-templates.ts";
import {
  emailTemplates,
  type EmailTemplate,
  useInitDefaultTemplates,
} from "#data/email-templates/resource.ts";
import { useRecords } from "#data/resource.ts";
import { AddButton } from "#kit/lists/add-button.tsx";
import { RecordList } from "#kit/lists/record-list.tsx";
import { NEW_RECORD_ID, useOpenedRecord, useRecordOf } from "#kit/lists/use-opened-record.ts";
import { getGeneralErrorText, getServerMessage } from "#lib/api/refusals.ts";
import { Button } from "#ui/button.tsx";
import { WithFigures } from "#admin/with-figures.tsx";
import { EmptyState } from "#ui/states.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { BuiltInEmails } from "./built-in-mails.tsx";
import { TemplateCard } from "./template-card.tsx";
import { TemplateEditor, type EditedTemplate } from "./template-editor.tsx";
import { showSuccess } from "#ui/messages/show-success.ts";
import { showFailure } from "#ui/messages/show-failure.ts";
import { failureText, successText } from "./texts.ts";

/** A button that creates the default templates that are still missing. */
const InitDefaultsButton = () => {
  const init = useInitDefaultTemplates();
  const initDefaults = async () => {
    try {
      await init.mutateAsync();
      showSuccess(successText("Default email templates have been initialized"));
    } catch (error) {
      const failureTexts = failureText("Failed to initialize default templates");
      showFailure("The default templates could not be initialized", error, failureTexts);
    }
  };
  return (
    <Button variant="outline" busy={init.isPending} onClick={() => void initDefaults()}>
      Initialize Default Templates
    </Button>
  );
};

const ORDERS = { name: "Name (A to Z)", "-name": "Name (Z to A)" };

const getLoadErrorMessage = (error: Error) =>
  `Error loading email templates: ${getServerMessage(error) ?? getGeneralErrorText(error)}`;

/** Returns the names of emails without a custom template. */
const listBuiltInNames = (templates: readonly EmailTemplate[]): readonly string[] => {
  const customNames = new Set(templates.map(({ name }) => name));
  return Object.keys(builtInTemplates).filter((name) => !customNames.has(name));
};

/** Returns the template to edit. The URL has a custom template's id, or the name of a built-in email to rewrite. */
const useEditedTemplate = (templates: readonly EmailTemplate[] | undefined) => {
  const { id, open, close } = useOpenedRecord();
  const record = useRecordOf(templates, id);
  const editedTemplate: EditedTemplate | null = record
    ? { record }
    : id === NEW_RECORD_ID
      ? { record: null }
      : Object.hasOwn(builtInTemplates, id)
        ? { record: null, builtInName: id }
        : null;
  return { editedTemplate, open, close };
};

/** Lists the custom templates and the emails that still use the built-in text. */
export const EmailTemplates = () => {
  const templates = useRecords(emailTemplates, { limit: PAGE_LIMIT_MAX }).data?.rows;
  const builtInEmailNames = templates && listBuiltInNames(templates);
  const { editedTemplate, open, close } = useEditedTemplate(templates);
  const areDefaultsMissing = DEFAULT_TEMPLATE_NAMES.some((name) =>
    builtInEmailNames?.includes(name),
  );
  const addButton = (
    <AddButton label="Create Custom Template" onClick={() => open(NEW_RECORD_ID)} />
  );
  return (
    <section aria-labelledby="email-templates-title">
      <SectionHeading id="email-templates-title">Email Templates</SectionHeading>
      <WithFigures
        figures={
          <p className="quiet mt-1 mb-5 max-w-3xl text-sm">
            The emails this site sends donors and volunteers automatically. A template replaces the
            built-in text for its type. Without one, the built-in text goes out.
          </p>
        }
      >
        <RecordList
          pluralNoun="email templates"
          list={emailTemplateEndpoints.listEmailTemplates.list}
          resource={emailTemplates}
          orders={ORDERS}
          failureTitle={getLoadErrorMessage}
          emptyContent={
            <EmptyState
              title="No email templates yet"
              action={
                <div className="flex flex-wrap justify-center gap-3">
                  <InitDefaultsButton />
                  {addButton}
                </div>
              }
            >
              Every email goes out with its built-in text until you rewrite it.
            </EmptyState>
          }
          renderListActions={({ rows }) =>
            rows && (
              <>
                {areDefaultsMissing && <InitDefaultsButton />}
                {addButton}
              </>
            )
          }
          renderCard={(template) => (
            <TemplateCard template={template} onEdit={() => open(template.id)} />
          )}
        />
      </WithFigures>
      {builtInEmailNames && builtInEmailNames.length > 0 && (
        <BuiltInEmails names={builtInEmailNames} onRewrite={open} />
      )}
      <TemplateEditor editedTemplate={editedTemplate} onDone={close} />
    </section>
  );
};
