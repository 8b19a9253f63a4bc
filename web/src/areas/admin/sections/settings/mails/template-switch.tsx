import { useState } from "react";
import { useUpdateRecord } from "#data/resource.ts";
import { emailTemplates, type EmailTemplate } from "#data/email-templates/resource.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { RowAction } from "#kit/lists/row-menu.tsx";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { failureText, deactivationNote, successText } from "./texts.ts";

/**
 * Activates the template immediately, but asks before deactivating it, because emails are then
 * held.
 */
export const TemplateSwitch = ({ template }: { readonly template: EmailTemplate }) => {
  const { id, name, isActive, updatedAt } = template;
  const update = useUpdateRecord(emailTemplates);
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const toggle = async () => {
    try {
      await update.mutateAsync({ id, changes: { isActive: !isActive, updatedAt } });
      showSuccess(successText("Template status updated successfully"));
    } catch (error) {
      const failureTexts = failureText("Failed to update template status");
      showFailure("A template's status could not be changed", error, {
        ...failureTexts,
        goneText: "Someone deleted this email template.",
      });
    }
    setConfirmOpen(false);
  };
  const actionLabel = isActive ? "Deactivate" : "Activate";
  return (
    <>
      <RowAction
        aria-label={`${actionLabel} ${name}`}
        busy={update.isPending && !isConfirmOpen}
        onClick={() => (isActive ? setConfirmOpen(true) : void toggle())}
      >
        {actionLabel}
      </RowAction>
      <ConfirmDialog
        open={isConfirmOpen}
        title={`Deactivate ${name}?`}
        body={`${deactivationNote(name)} To send the built-in text instead, delete the template.`}
        confirmLabel="Deactivate template"
        onConfirm={toggle}
        onCancel={() => setConfirmOpen(false)}
      />
    </>
  );
};
