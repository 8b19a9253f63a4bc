import ExternalLink from "lucide-react/icons/external-link";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { lazyDialog } from "#ui/lazy-dialog.tsx";
import type { LegalText } from "./legal-texts.ts";

const LegalEditor = lazyDialog(async () => (await import("./legal-editor.tsx")).LegalEditor);

export const LegalPanel = ({ text }: { readonly text: LegalText }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex flex-wrap gap-3">
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Edit {text.title}
      </Button>
      <a href={text.path} target="_blank" rel="noopener" className="btn btn-outline">
        <ExternalLink aria-hidden="true" size={16} />
        View {text.title}
      </a>
      <LegalEditor open={isOpen} text={text} onClose={() => setOpen(false)} />
    </div>
  );
};
