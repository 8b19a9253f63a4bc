import type { TemplateText } from "#data/email-templates/resource.ts";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { SendTest } from "./send-test.tsx";
import { TemplatePreview } from "./template-preview.tsx";

export interface PreviewDialogProps {
  readonly open: boolean;
  readonly template: TemplateText;
  readonly onClose: () => void;
}

export const PreviewDialog = ({
  open,
  template: { name, subject, htmlContent },
  onClose,
}: PreviewDialogProps) => {
  const template = { name, subject, htmlContent };
  return (
    <Dialog open={open} onClose={onClose} isInUrl size="lg" title={`Preview: ${name}`}>
      <TemplatePreview template={template} />
      <SendTest template={template} className="mt-5" />
    </Dialog>
  );
};
