import { builtInTemplates } from "#rules/built-in-templates.ts";
import { useOpenedRecord } from "#kit/lists/use-opened-record.ts";
import { Button } from "#ui/button.tsx";
import { PreviewDialog } from "./preview-dialog.tsx";

export interface BuiltInEmailsProps {
  readonly names: readonly string[];
  readonly onRewrite: (name: string) => void;
}

export const BuiltInEmails = ({ names, onRewrite }: BuiltInEmailsProps) => {
  const openedPreview = useOpenedRecord("preview");
  const template = names.includes(openedPreview.id)
    ? builtInTemplates[openedPreview.id]
    : undefined;
  return (
    <>
      <details className="card-box mt-6 p-5">
        <summary className="cursor-pointer font-semibold">
          Emails with our built-in text ({names.length})
        </summary>
        <p className="quiet mt-2 text-sm">
          These are sent as is. Rewrite one to send your own text instead.
        </p>
        <ul className="divide-base-300 mt-2 divide-y">
          {names.map((name) => (
            <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
              <p className="min-w-0 flex-1 basis-56">
                <span className="font-semibold">{name}</span>
                <span className="quiet block text-sm">{builtInTemplates[name]?.description}</span>
              </p>
              <Button
                variant="outline"
                size="sm"
                aria-label={`Preview ${name}`}
                onClick={() => openedPreview.open(name)}
              >
                Preview
              </Button>
              <Button
                variant="outline"
                size="sm"
                aria-label={`Rewrite ${name}`}
                onClick={() => onRewrite(name)}
              >
                Rewrite
              </Button>
            </li>
          ))}
        </ul>
      </details>
      {/* The dialog is outside the panel, because a closed panel hides its content. */}
      {template && (
        <PreviewDialog
          open
          template={{ name: openedPreview.id, ...template }}
          onClose={openedPreview.close}
        />
      )}
    </>
  );
};
