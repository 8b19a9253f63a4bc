import type { z } from "zod";
import { settingsEndpoints } from "#contracts/settings.ts";
import type { Settings } from "#data/settings/mutations.ts";
import { FormText } from "#kit/forms/form-fields.tsx";
import { SettingsForm } from "./settings-form.tsx";

const NETWORKS = {
  facebookUrl: "Facebook",
  instagramUrl: "Instagram",
  xUrl: "X",
  youtubeUrl: "YouTube",
} as const;
const fields = Object.keys(NETWORKS) as (keyof typeof NETWORKS)[];
const schema = settingsEndpoints.updateSettings.body
  .pick({ facebookUrl: true, instagramUrl: true, xUrl: true, youtubeUrl: true })
  .required();

type SocialLinksInput = z.input<typeof schema>;

export const SocialLinksForm = ({ settings }: { readonly settings: Settings }) => (
  <SettingsForm
    label="Save social links"
    formName="social-links"
    schema={schema}
    fields={fields}
    settings={settings}
    success="Social links saved"
  >
    {fields.map((name) => (
      <FormText<SocialLinksInput>
        key={name}
        name={name}
        type="url"
        label={NETWORKS[name]}
        placeholder="https://"
      />
    ))}
  </SettingsForm>
);
