import { use, useEffect, useState, type ReactNode } from "react";
import {
  useController,
  useFormContext,
  type FieldValues,
  type UseControllerReturn,
} from "react-hook-form";
import { type UploadKind, useUpload } from "#data/uploads/mutations.ts";
import { ALT_TEXT } from "#ui/fields/alt-text.ts";
import { Button } from "#ui/button.tsx";
import { UploadField } from "#ui/fields/upload-field.tsx";
import { FormText, type FieldName, type FormFieldProps } from "./form-fields.tsx";
import { PendingWorkContext } from "./pending-work.ts";

export interface FormUploadProps<Values extends FieldValues> extends Pick<
  FormFieldProps<Values>,
  "name" | "label"
> {
  readonly kind: UploadKind;
  readonly hint: string;
  /** Field that stores the file name, if the record has one. */
  readonly nameField?: FieldName<Values>;
  /** The field that stores the alt text; null if the page already says what the picture shows. */
  readonly altField?: FieldName<Values> | null;
  /** Shows the stored picture if it isn't public. Returns null for paths of public pictures. */
  readonly renderStored?: (path: string) => ReactNode;
}

const AltText = ({ name = "imageAlt" }: { readonly name: string | null | undefined }) =>
  name !== null && <FormText<FieldValues> {...ALT_TEXT} name={name} className="mt-4" />;

export const SavedPictureNote = () => (
  <p className="text-sm">We saved your picture. It will appear once it's published.</p>
);

/** A picture that is waiting for review isn't public, so loading it from its path fails. */
const StoredPicture = ({ path }: { readonly path: string }) => {
  const [isHidden, setHidden] = useState(false);
  if (isHidden) return <SavedPictureNote />;
  return (
    <img
      src={path}
      alt=""
      className="bg-base-200 size-20 rounded-lg object-cover"
      onError={() => setHidden(true)}
    />
  );
};

/** Uploads, replaces, or removes a record's file. The field's value is the path under which the server stored it. */
export const FormUpload = <Values extends FieldValues = never>(props: FormUploadProps<Values>) => {
  const controller = useController({ name: props.name });
  const { value } = controller.field;
  const [knownPath, setKnownPath] = useState<unknown>(value);
  const [resetKey, setResetKey] = useState(0);
  // If a draft or the AI has replaced the file, discard the upload that was chosen in this form.
  if (value !== knownPath) {
    setKnownPath(value);
    setResetKey(resetKey + 1);
  }
  return (
    <ChosenFile key={resetKey} {...props} controller={controller} onPathChange={setKnownPath} />
  );
};

interface ChosenFileProps<Values extends FieldValues> extends FormUploadProps<Values> {
  readonly controller: UseControllerReturn;
  readonly onPathChange: (path: string | null) => void;
}

const ChosenFile = <Values extends FieldValues>(props: ChosenFileProps<Values>) => {
  const { label, kind, hint, nameField, altField, renderStored, controller, onPathChange } = props;
  const { field, fieldState, formState } = controller;
  const setPath = (path: string | null) => {
    onPathChange(path);
    field.onChange(path);
  };
  const upload = useUpload(kind, setPath);
  const noun = kind.isPicture ? "picture" : "file";
  const storedPath = typeof field.value === "string" ? field.value : "";

  const { setValue, getValues } = useFormContext();
  const { name: filename } = upload;
  useEffect(() => {
    if (nameField && filename) setValue<string>(nameField, filename, { shouldDirty: true });
  }, [nameField, filename, setValue]);

  const { status } = upload.state;
  const blockSubmit = use(PendingWorkContext);
  useEffect(() => {
    if (status !== "uploading" && status !== "failed") return undefined;
    return blockSubmit(
      status === "failed"
        ? { title: "Upload Failed", description: `Please upload the ${noun} again, or remove it.` }
        : {
            title: `The ${noun} is still uploading`,
            description: "Please wait for the upload to finish.",
          },
    );
  }, [status, noun, blockSubmit]);

  const hintBelow = <p className="quiet mt-1.5 text-sm">{hint}</p>;
  if (storedPath !== "" && upload.state.status === "none") {
    return (
      <div className="sm:col-span-2">
        <p className="mb-1.5 text-sm font-semibold">{label}</p>
        <div className="border-base-300 flex items-center gap-4 rounded-xl border p-3">
          {kind.isPicture && (renderStored?.(storedPath) || <StoredPicture path={storedPath} />)}
          {nameField && <p className="min-w-0 truncate">{String(getValues(nameField))}</p>}
          <Button variant="outline" size="sm" onClick={() => setPath(null)}>
            Remove {noun}
          </Button>
        </div>
        {hintBelow}
        {kind.isPicture && <AltText name={altField} />}
      </div>
    );
  }
  return (
    <div className="sm:col-span-2">
      <UploadField
        upload={upload}
        noun={noun}
        label={label}
        hint={hint}
        disabled={formState.isSubmitting}
      />
      {upload.state.status !== "none" && hintBelow}
      {fieldState.error && (
        <p role="alert" className="text-error mt-1.5 text-sm font-medium">
          {fieldState.error.message}
        </p>
      )}
      {kind.isPicture && upload.state.status !== "none" && <AltText name={altField} />}
    </div>
  );
};
