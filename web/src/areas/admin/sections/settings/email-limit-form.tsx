import type { z } from "zod";
import { settingsEndpoints } from "#contracts/settings.ts";
import type { Settings } from "#data/settings/mutations.ts";
import { FormNumber } from "#kit/forms/form-number.tsx";
import { SettingsForm } from "./settings-form.tsx";

const fields = ["emailsPerDay"] as const;
const schema = settingsEndpoints.updateSettings.body.pick({ emailsPerDay: true }).required();

export const EmailLimitForm = ({ settings }: { readonly settings: Settings }) => (
  <SettingsForm
    label="Save email limit"
    formName="email-limit"
    schema={schema}
    fields={fields}
    settings={settings}
    success="Email limit saved"
  >
    <FormNumber<z.input<typeof schema>>
      name="emailsPerDay"
      label="Emails per day"
      description="Leave empty if your plan has no daily limit."
      placeholder="100"
    />
  </SettingsForm>
);
