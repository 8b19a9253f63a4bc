import { useRef, type FocusEvent, type ReactNode, type RefObject } from "react";
import type { z } from "zod";
import type { emailTemplateEndpoints } from "#contracts/email-templates.ts";
import { carriesToken, isSentBySite, listPlaceholders } from "#rules/mail-placeholders.ts";
import type { InsertPlaceholder } from "#kit/rich-text/form-rich-text.tsx";
import { useFormValues } from "#kit/forms/use-form-values.ts";

type TemplateInput = z.input<typeof emailTemplateEndpoints.createEmailTemplate.body>;

type TextControl = HTMLInputElement | HTMLTextAreaElement;

const isTextControl = (node: EventTarget): node is TextControl =>
  node instanceof HTMLTextAreaElement || (node instanceof HTMLInputElement && node.type === "text");

/** Dispatches an input event, so the form registers the change. */
const insertText = (control: TextControl, text: string) => {
  const end = control.selectionEnd ?? control.value.length;
  control.setRangeText(text, control.selectionStart ?? end, end, "end");
  control.dispatchEvent(new Event("input", { bubbles: true }));
  control.focus();
};

export interface PlaceholderChipsProps {
  /** Renders the fields. The ref is for the field with the visual editor. */
  readonly children: (placeholderRef: RefObject<InsertPlaceholder | null>) => ReactNode;
}

/**
 * Offers the placeholders of the selected email type. Pressing a placeholder inserts it at the cursor of the field that
 * had the focus last. If no field has had the focus yet, the placeholder goes into the email's text.
 */
export const PlaceholderChips = ({ children }: PlaceholderChipsProps) => {
  const fieldsRef = useRef<HTMLDivElement>(null);
  const placeholderRef = useRef<InsertPlaceholder>(null);
  const lastControlRef = useRef<TextControl>(null);
  const { name: templateName = "" } = useFormValues<TemplateInput>();
  const name = String(templateName);
  const rememberControl = ({ target }: FocusEvent) => {
    if (isTextControl(target)) lastControlRef.current = target;
    else if (target instanceof Element && target.closest("[contenteditable]"))
      lastControlRef.current = null;
  };
  const insertPlaceholder = (placeholder: string, label: string) => {
    const isAddress = carriesToken(placeholder);
    const lastControl = lastControlRef.current;
    if (lastControl?.isConnected && !isAddress) insertText(lastControl, `{{${placeholder}}}`);
    else if (placeholderRef.current) placeholderRef.current(placeholder);
    else {
      const source = fieldsRef.current?.querySelector("textarea");
      const html = `<a href="{{${placeholder}}}">${label}</a>`;
      if (source) insertText(source, isAddress ? html : `{{${placeholder}}}`);
    }
  };
  return (
    <div className="grid gap-5 sm:col-span-2">
      <div ref={fieldsRef} className="grid gap-5" onFocus={rememberControl}>
        {children(placeholderRef)}
      </div>
      <fieldset>
        <legend className="mb-1.5 text-sm font-semibold">Placeholders</legend>
        <ul className="flex flex-wrap gap-1.5">
          {Object.entries(listPlaceholders(name)).map(([placeholder, label]) => (
            <li key={placeholder}>
              <button
                type="button"
                className="btn btn-outline btn-xs h-7 font-normal"
                title={`{{${placeholder}}}`}
                aria-label={`{{${placeholder}}}: ${label}`}
                onClick={() => insertPlaceholder(placeholder, label)}
              >
                {label}
              </button>
            </li>
          ))}
        </ul>
        <p className="quiet mt-1.5 text-sm">
          Each one is filled in when the email goes out. In the subject and in HTML, it looks like{" "}
          {"{{name}}"}.
          {name !== "" &&
            !isSentBySite(name) &&
            " This site doesn't send an email with this name automatically, so only these placeholders work."}
        </p>
      </fieldset>
    </div>
  );
};
