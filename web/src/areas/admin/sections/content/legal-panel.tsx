import ExternalLink from "lucide-react/icons/external-link";
import { useOpenedRecord } from "#kit/lists/use-opened-record.ts";
import { Button } from "#ui/button.tsx";
import { lazyDialog } from "#ui/dialogs/lazy-dialog.tsx";
import type { LegalText } from "./legal-texts.ts";

const LegalEditor = lazyDialog(async () => (await import("./legal-editor.tsx")).LegalEditor);

export const LegalPanel = ({ text }: { readonly text: LegalText }) => {
  const { id, open, close } = useOpenedRecord("edit", { panel: text.panel });
  return (
    <div className="flex flex-wrap gap-3">
      <Button aria-haspopup="dialog" onClick={() => open(text.contentKey)}>
        Edit {text.title}
      </Button>
      <a href={text.path} target="_blank" rel="noopener" className="btn btn-outline">
        <ExternalLink aria-hidden="true" size={16} />
        View {text.title}
      </a>
      <LegalEditor open={id === text.contentKey} text={text} onClose={close} />
    </div>
  );
};
