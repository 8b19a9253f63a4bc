import type { z } from "zod";
import { settingsEndpoints } from "#contracts/settings.ts";
import { DEFAULT_THANKS } from "#rules/donation-documents.ts";
import { type Settings, useSignature } from "#data/settings/mutations.ts";
import { signatureImage } from "#data/uploads/mutations.ts";
import { FormText } from "#kit/forms/form-fields.tsx";
import { FormUpload } from "#kit/forms/form-upload.tsx";
import { FilePicture } from "#ui/documents/file-picture.tsx";
import { SettingsForm } from "./settings-form.tsx";

const fields = ["paperThanks", "signerName", "signerTitle", "signatureUrl"] as const;
const schema = settingsEndpoints.updateSettings.body
  .pick({ paperThanks: true, signerName: true, signerTitle: true, signatureUrl: true })
  .required();

type PapersInput = z.input<typeof schema>;

const StoredSignature = ({ path }: { readonly path: string }) => {
  const { data } = useSignature(path);
  return data && <FilePicture file={data} alt="Signature" className="h-12 rounded bg-white p-1" />;
};

/** Edits what receipts, statements and letters say besides their facts, and who signs them. */
export const PapersForm = ({ settings }: { readonly settings: Settings }) => (
  <SettingsForm
    label="Save papers"
    formName="papers"
    schema={schema}
    fields={fields}
    settings={settings}
    success="Papers saved"
  >
    <FormText<PapersInput>
      name="paperThanks"
      label="Sentence of thanks"
      description="Leave blank for the one shown here in gray."
      placeholder={DEFAULT_THANKS}
      className="sm:col-span-2"
    />
    <FormText<PapersInput>
      name="signerName"
      label="Signed by"
      description="Leave blank to sign with your organization's name."
      placeholder="Rachel Whitfield"
    />
    <FormText<PapersInput> name="signerTitle" label="Title" placeholder="Executive Director" />
    <FormUpload<PapersInput>
      name="signatureUrl"
      label="Signature"
      kind={signatureImage}
      hint="Sign a white sheet, and take a picture of just the signature. It's never public."
      altField={null}
      renderStored={(path) => <StoredSignature path={path} />}
    />
  </SettingsForm>
);
