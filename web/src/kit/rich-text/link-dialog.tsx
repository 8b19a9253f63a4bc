import type { Editor } from "@tiptap/core";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { CheckField } from "#ui/fields/check-field.tsx";
import { TextField } from "#ui/fields/field.tsx";
import { unwrapLink } from "./paste/unwrap-link.ts";
import { isAllowedLink, type TextFormat } from "./extensions.ts";

/**
 * Completes what the user entered: adds `https://` to `example.org`, and `mailto:` to an email address. Unwraps links
 * that were copied from an email. Returns null for anything else.
 */
const completeUrl = (input: string, format: TextFormat): string | null => {
  const text = unwrapLink(input.trim());
  if (text === "" || /\s/.test(text)) return null;
  if (isAllowedLink(text, format)) return text;
  if (/^[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$/.test(text)) return `mailto:${text}`;
  return /^[^\s:/?#]+\.[a-z]{2,}(?:[:/?#].*)?$/i.test(text) ? `https://${text}` : null;
};

/** The class of the email layout that turns a link into a button. */
const BUTTON_ATTRS = { class: "button" };

const INVALID_LINK_MESSAGE =
  "Enter a URL, an email address, or a page on this site such as /donate.";

interface LinkDialogProps {
  readonly editor: Editor;
  readonly format: TextFormat;
  readonly onClose: () => void;
}

export const LinkDialog = ({ editor, format, onClose }: LinkDialogProps) => {
  const [initialHref] = useState(() => String(editor.getAttributes("link")["href"] ?? ""));
  const [isButton, setIsButton] = useState(() => editor.isActive("link", BUTTON_ATTRS));
  const [href, setHref] = useState(initialHref);
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const needsText = editor.state.selection.empty && initialHref === "";
  const chain = () => editor.chain().focus().extendMarkRange("link");

  const save = () => {
    const url = completeUrl(href, format);
    if (url === null) {
      setError(INVALID_LINK_MESSAGE);
      return;
    }
    const attrs = {
      href: url,
      ...(format === "mail" && (isButton ? BUTTON_ATTRS : { class: null })),
    };
    if (needsText) {
      const link = { type: "link", attrs };
      const content = { type: "text", text: text.trim() || href.trim(), marks: [link] };
      editor.chain().focus().insertContent(content).unsetMark("link").run();
    } else chain().setLink(attrs).run();
    onClose();
  };
  const onEnter = (event: { key: string; preventDefault: () => void }) => {
    if (event.key !== "Enter") return;
    // Enter must not submit the form around the dialog.
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
        {format === "mail" && (
          <CheckField
            label="Show as a button"
            checked={isButton}
            onValue={setIsButton}
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
