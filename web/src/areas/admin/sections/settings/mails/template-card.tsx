import { emailTemplates, type EmailTemplate } from "#data/email-templates/resource.ts";
import { DeleteButton } from "#kit/forms/delete-button.tsx";
import { RowAction, RowMenu } from "#kit/lists/row-menu.tsx";
import { StatusBadge, type StatusLooks } from "#kit/lists/status-badge.tsx";
import { useOpenedRecord } from "#kit/lists/use-opened-record.ts";
import { PreviewDialog } from "./preview-dialog.tsx";
import { TemplateSwitch } from "./template-switch.tsx";
import { TEMPLATE_DELETION_TEXT, deletionQuestion } from "./texts.ts";

/** The labels of active and inactive templates, keyed by `isActive`. */
const TEMPLATE_STATUS = {
  true: { label: "Active" },
  false: { label: "Inactive" },
} satisfies StatusLooks;

export interface TemplateCardProps {
  readonly template: EmailTemplate;
  readonly onEdit: () => void;
}

export const TemplateCard = ({ template, onEdit }: TemplateCardProps) => {
  const { id, name, subject, description, isActive } = template;
  const openedPreview = useOpenedRecord("preview");
  return (
    <article aria-label={name}>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h3 className="min-w-0 font-semibold break-words">{name}</h3>
        <StatusBadge looks={TEMPLATE_STATUS} status={`${isActive}`} />
      </div>
      <p className="mt-1 break-words">{subject}</p>
      {description && <p className="quiet mt-1 text-sm break-words">{description}</p>}
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <RowAction aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </RowAction>
        <RowAction
          variant="ghost"
          aria-label={`Preview ${name}`}
          onClick={() => openedPreview.open(id)}
        >
          Preview
        </RowAction>
        <RowMenu name={name}>
          <TemplateSwitch template={template} />
          <DeleteButton
            noun="email template"
            resource={emailTemplates}
            question={deletionQuestion(name)}
            record={template}
            name={name}
            texts={TEMPLATE_DELETION_TEXT}
          />
        </RowMenu>
      </div>
      <PreviewDialog
        open={openedPreview.id === id}
        template={template}
        onClose={openedPreview.close}
      />
    </article>
  );
};
