import type { z } from "zod";
import { settingsEndpoints } from "#contracts/settings.ts";
import type { Settings } from "#data/settings/mutations.ts";
import { FormNumber } from "#kit/forms/form-number.tsx";
import { SettingsForm } from "./settings-form.tsx";

const fields = ["promotionHours"] as const;
const schema = settingsEndpoints.updateSettings.body.pick({ promotionHours: true }).required();

export const PromotionHoursForm = ({ settings }: { readonly settings: Settings }) => (
  <SettingsForm
    label="Save waiting lists"
    formName="promotion-hours"
    schema={schema}
    fields={fields}
    settings={settings}
    success="Waiting lists saved"
  >
    <FormNumber<z.input<typeof schema>>
      name="promotionHours"
      label="Hours before the start"
      description="In these last hours, nobody moves up by themselves."
    />
  </SettingsForm>
);
