import type { z } from "zod";
import type { programSectionInput } from "#contracts/section-content.ts";
import { siteImage } from "#data/uploads/mutations.ts";
import { useDraftOwner } from "#kit/forms/draft-owner.ts";
import { FormArea } from "#kit/forms/form-fields.tsx";
import { FormUpload } from "#kit/forms/form-upload.tsx";
import { RecordForm, type FormValues } from "#kit/forms/record-form.tsx";
import { showSuccess } from "#ui/messages/show-success.ts";
import type { PicturePlace } from "./places.ts";

/** The form values. Only programs have `content`. */
type PictureInput = z.input<typeof programSectionInput>;

export interface PictureFormProps {
  readonly place: PicturePlace;
  readonly onSave: (values: FormValues) => Promise<unknown>;
  readonly onDone: () => void;
}

export const PictureForm = ({ place, onSave, onDone }: PictureFormProps) => {
  const { name, label, hint, schema, values, version, fixedValues, programText } = place;
  const owner = useDraftOwner();
  return (
    <RecordForm
      label={`Save ${label}`}
      schema={schema}
      values={values}
      draft={{ owner, form: `picture:${name}` }}
      version={{ noun: "picture", name: "updatedAt", value: version }}
      takesFocus
      failure={{
        title: "Update Error",
        fallback: "We couldn't save the picture. Please try again.",
      }}
      onSave={async (_, changes) => {
        await onSave({ ...changes, ...fixedValues });
        showSuccess({
          title: `${label} was saved`,
          description: "Visitors will see it within a few minutes.",
        });
        onDone();
      }}
      onCancel={onDone}
    >
      {programText !== undefined && (
        <FormArea<PictureInput>
          name="content"
          label="Description"
          description="Say what this program sends and who gets it."
          rows={2}
          className="sm:col-span-2"
        />
      )}
      <FormUpload<PictureInput> name="imageUrl" label="Picture" kind={siteImage} hint={hint} />
    </RecordForm>
  );
};
