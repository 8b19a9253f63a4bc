import type { z } from "zod";
import { settingsEndpoints } from "#contracts/settings.ts";
import type { Settings } from "#data/settings/mutations.ts";
import { siteImage } from "#data/uploads/mutations.ts";
import { FormText } from "#kit/forms/form-fields.tsx";
import { FormUpload } from "#kit/forms/form-upload.tsx";
import { SettingsForm } from "./settings-form.tsx";

const SEALS = [
  { name: "Candid", pageField: "candidUrl", pictureField: "candidSealUrl" },
  {
    name: "Charity Navigator",
    pageField: "charityNavigatorUrl",
    pictureField: "charityNavigatorSealUrl",
  },
  { name: "BBB", pageField: "bbbUrl", pictureField: "bbbSealUrl" },
] as const;
const fields = SEALS.flatMap(({ pageField, pictureField }) => [pageField, pictureField]);
const schema = settingsEndpoints.updateSettings.body
  .pick({
    candidUrl: true,
    candidSealUrl: true,
    charityNavigatorUrl: true,
    charityNavigatorSealUrl: true,
    bbbUrl: true,
    bbbSealUrl: true,
  })
  .required();

type SealsInput = z.input<typeof schema>;

/** Edits the seals that the checkout shows, each with its page and picture. */
export const SealsForm = ({ settings }: { readonly settings: Settings }) => (
  <SettingsForm
    label="Save seals"
    formName="seals"
    schema={schema}
    fields={fields}
    settings={settings}
    success="Seals saved"
  >
    {SEALS.map(({ name, pageField, pictureField }) => (
      <fieldset key={name} className="sm:col-span-2">
        <legend className="mb-3 font-semibold">{name}</legend>
        <div className="grid items-start gap-4 xl:grid-cols-2">
          <FormText<SealsInput>
            name={pageField}
            type="url"
            label={`Your page at ${name}`}
            placeholder="https://"
          />
          <div>
            <FormUpload<SealsInput>
              name={pictureField}
              label={`Picture of the ${name} seal`}
              kind={siteImage}
              hint="Download it from their site and upload it here. Up to 10 MB."
              altField={null}
            />
          </div>
        </div>
      </fieldset>
    ))}
  </SettingsForm>
);
