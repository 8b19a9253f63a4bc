import { Suspense, useId, useState, type Ref } from "react";
import type { FieldValues } from "react-hook-form";
import { lazyComponent } from "#lib/code/lazy-component.ts";
import { SectionBoundary } from "#ui/messages/section-boundary.tsx";
import { Loading, Skeleton } from "#ui/states.tsx";
import { FormArea, useFormField, type FormFieldProps } from "../forms/form-fields.tsx";
import type { TextFormat } from "./extensions.ts";
import { useTextView } from "../forms/text-view.ts";
import type { InsertPlaceholder } from "./use-text-editor.ts";

export type { InsertPlaceholder };

const RichTextEditor = lazyComponent(async () => ({
  default: (await import("./rich-text-editor.tsx")).RichTextEditor,
}));

const SOURCE_NAMES: Readonly<Record<TextFormat, string>> = {
  markdown: "Markdown",
  html: "HTML",
  mail: "HTML",
};
const SOURCE_ROW_COUNT = 12;
/** The height of the editor, including its toolbar. */
const EDITOR_HEIGHT_CLASS = "h-96";

export interface FormRichTextProps<Values extends FieldValues> extends FormFieldProps<Values> {
  readonly label: string;
  readonly format: TextFormat;
  /** Receives the function that inserts a placeholder, or null while the source is shown. */
  readonly placeholderRef?: Ref<InsertPlaceholder>;
  /** Lets the editor grow with its text instead of scrolling, for a form that fills a page rather than a dialog. */
  readonly grows?: boolean;
  /** Shows the label to screen readers only, for a text that is its page's purpose. */
  readonly isLabelHidden?: boolean;
  /** Returns a hint about the current text, such as its length. */
  readonly getFooterText?: (text: string) => string;
}

const UNSUPPORTED_NOTE =
  "This text has formatting that the editor would change, so you're seeing its source.";

/**
 * Why the source is shown even though the user didn't choose it: the editor failed to load or can't represent the text.
 */
type SourceReason = { readonly unsupportedText: string } | { readonly hasFailedToLoad: true };

interface FooterProps {
  readonly text: string | undefined;
  readonly label: string;
  readonly disabled?: boolean;
  readonly onSwitch: () => void;
}

const Footer = ({ text, label, disabled, onSwitch }: FooterProps) => (
  <div className="mt-1.5 flex flex-wrap justify-between gap-x-4 gap-y-1 text-sm">
    <span className="quiet">{text}</span>
    <button type="button" className="link" disabled={disabled} onClick={onSwitch}>
      {label}
    </button>
  </div>
);

const loadingState = (
  <Loading label="Loading the editor">
    <Skeleton className={EDITOR_HEIGHT_CLASS} />
  </Loading>
);

/** Edits text visually or as source. If the editor can't represent the text without changing it, shows the source. */
export const FormRichText = <Values extends FieldValues = never>({
  format,
  getFooterText,
  placeholderRef,
  grows,
  isLabelHidden = false,
  ...props
}: FormRichTextProps<Values>) => {
  const { name, label, description, className, placeholder } = props;
  const { controlProps, setValue, value } = useFormField<Values>(name);
  const [view, setView] = useTextView();
  const [sourceReason, setSourceReason] = useState<SourceReason | null>(null);
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  const text = typeof value === "string" ? value : "";
  const footer = getFooterText?.(text);

  if (view === "source" || sourceReason) {
    return (
      <div className={className}>
        <FormArea<Values>
          {...props}
          label={isLabelHidden ? <span className="sr-only">{label}</span> : label}
          className=""
          rows={SOURCE_ROW_COUNT}
        />
        {sourceReason &&
          "unsupportedText" in sourceReason &&
          sourceReason.unsupportedText === text && (
            <p className="mt-1.5 text-sm font-medium">{UNSUPPORTED_NOTE}</p>
          )}
        <Footer
          text={footer}
          label="Use the visual editor"
          onSwitch={() => {
            setSourceReason(null);
            setView("page");
          }}
        />
      </div>
    );
  }
  const describedBy = [description && `${id}-description`, controlProps.error && `${id}-error`];
  return (
    <div className={className}>
      <span
        id={`${id}-label`}
        className={isLabelHidden ? "sr-only" : "mb-1.5 block text-sm font-semibold"}
      >
        {label}
      </span>
      <SectionBoundary
        fallback={loadingState}
        onFailure={() => setSourceReason({ hasFailedToLoad: true })}
      >
        <Suspense fallback={loadingState}>
          <RichTextEditor
            format={format}
            value={text}
            onValue={setValue}
            onBusyChange={setBusy}
            onUnsupported={(unsupportedText) => setSourceReason({ unsupportedText })}
            controlRef={controlProps.ref}
            placeholderRef={placeholderRef}
            onBlur={controlProps.onBlur}
            disabled={controlProps.disabled}
            placeholder={placeholder}
            grows={grows}
            aria={{
              "aria-labelledby": `${id}-label`,
              "aria-describedby": describedBy.filter(Boolean).join(" ") || undefined,
              "aria-invalid": controlProps.error ? "true" : undefined,
              "aria-required": controlProps.required ? "true" : undefined,
            }}
          />
        </Suspense>
      </SectionBoundary>
      {description && (
        <p id={`${id}-description`} className="quiet mt-1.5 text-sm">
          {description}
        </p>
      )}
      {controlProps.error && (
        <p id={`${id}-error`} className="text-error mt-1.5 text-sm font-medium">
          {controlProps.error}
        </p>
      )}
      <Footer
        text={footer}
        label={`Edit the ${SOURCE_NAMES[format]}`}
        disabled={isBusy}
        onSwitch={() => setView("source")}
      />
    </div>
  );
};
