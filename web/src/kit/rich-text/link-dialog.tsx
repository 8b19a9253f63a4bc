import type { Editor } from "@tiptap/core";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { TextField } from "#ui/fields/field.tsx";
import { isAllowedLink } from "./extensions.ts";

/**
 * Completes the input: `example.org` gets `https://`, an email address `mailto:`. Returns null if it is neither.
 */
export const linkUrl = (input: string): string | null => {
  const text = input.trim();
  if (text === "" || /\s/.test(text)) return null;
  if (isAllowedLink(text)) return text;
  if (/^[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$/.test(text)) return `mailto:${text}`;
  return /^[^\s:/?#]+\.[a-z]{2,}(?:[:/?#].*)?$/i.test(text) ? `https://${text}` : null;
};

const INVALID_LINK_MESSAGE =
  "Please enter a URL, an email address, or a page on this site such as /donate.";

interface LinkDialogProps {
  readonly editor: Editor;
  readonly onClose: () => void;
}

export const LinkDialog = ({ editor, onClose }: LinkDialogProps) => {
  const [initialHref] = useState(() => String(editor.getAttributes("link")["href"] ?? ""));
  const [href, setHref] = useState(initialHref);
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const needsText = editor.state.selection.empty && initialHref === "";
  const chain = () => editor.chain().focus().extendMarkRange("link");

  const save = () => {
    const url = linkUrl(href);
    if (url === null) {
      setError(INVALID_LINK_MESSAGE);
      return;
    }
    if (needsText) {
      const link = { type: "link", attrs: { href: url } };
      const content = { type: "text", text: text.trim() || href.trim(), marks: [link] };
      editor.chain().focus().insertContent(content).unsetMark("link").run();
    } else chain().setLink({ href: url }).run();
    onClose();
  };
  const onEnter = (event: { key: string; preventDefault: () => void }) => {
    if (event.key !== "Enter") return;
    // Must not submit the surrounding form.
    event.preventDefault();
    save();
  };

  return (
    <Dialog open onClose={onClose} title="Link" size="sm">
      <div className="grid gap-4">
        <TextField
          label="URL"
          description="https://…, an email address, or a page on this site such as /donate"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          maxLength={2000}
          value={href}
          onValue={(input) => {
            setHref(input);
            setError(undefined);
          }}
          onKeyDown={onEnter}
          {...(error && { error })}
        />
        {needsText && (
          <TextField
            label="Text"
            description="What readers see. Leave blank to show the URL."
            autoComplete="off"
            maxLength={300}
            value={text}
            onValue={setText}
            onKeyDown={onEnter}
          />
        )}
        <div className="flex flex-wrap gap-3">
          <Button onClick={save}>Save link</Button>
          {initialHref !== "" && (
            <Button
              variant="outline"
              onClick={() => {
                chain().unsetLink().run();
                onClose();
              }}
            >
              Remove link
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
};
