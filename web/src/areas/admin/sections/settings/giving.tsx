import { useState } from "react";
import { GIFT_LEVELS_MAX } from "#contracts/limits.ts";
import { settingsEndpoints } from "#contracts/settings.ts";
import { useUpdateSettings } from "../../../../data/settings/mutations.ts";
import { useSettings, type Settings } from "../../../../data/settings/queries.ts";
import { useDraftOwner } from "../../../../kit/draft-owner.ts";
import { FormNumber, FormText } from "../../../../kit/form-fields.tsx";
import { FormList } from "../../../../kit/form-list.tsx";
import { RecordForm } from "../../../../kit/record-form.tsx";
import { showToast } from "../../../../ui/toast.ts";
import { QueryStates } from "../../query-states.tsx";
import { SettingsCard } from "./settings-card.tsx";

const schema = settingsEndpoints.updateSettings.body
  .pick({
    giftLevels: true,
    packagePrice: true,
    minDonation: true,
    maxDonation: true,
    cardFeePercent: true,
    cardFeeFixed: true,
    employerMatchUrl: true,
  })
  .required();

const valuesOf = (settings: Settings) =>
  Object.fromEntries(
    Object.keys(schema.shape).map((name) => [name, settings[name as keyof Settings]]),
  );

const GivingForm = ({ settings }: { readonly settings: Settings }) => {
  const update = useUpdateSettings();
  const owner = useDraftOwner();
  const [round, setRound] = useState(0);
  return (
    <RecordForm
      key={`${settings.updatedAt} ${round}`}
      label="Save giving"
      schema={schema}
      values={valuesOf(settings)}
      draft={{ owner, form: "giving" }}
      failure={{ title: "Update Failed", fallback: "Failed to save the settings" }}
      onSave={async (_, changes) => {
        await update.mutateAsync(changes);
        showToast({ title: "Donors see it from now on", variant: "success" });
      }}
      onCancel={() => setRound(round + 1)}
    >
      <FormList
        name="giftLevels"
        legend="Gift levels"
        description="The amounts offered to donors, in this order. The home page shows the first four. Without any the built-in ones are offered."
        noun="gift level"
        max={GIFT_LEVELS_MAX}
        empty={{ amount: "", label: "" }}
        renderFields={(prefix) => (
          <>
            <FormNumber name={`${prefix}.amount`} label="Amount in dollars" />
            <FormText name={`${prefix}.label`} label="What it does" placeholder="One box" />
          </>
        )}
      />
      <FormNumber
        name="packagePrice"
        label="One care package costs"
        description="Dollars that pack and ship one; what a gift does is computed from it."
        className="sm:col-span-2"
      />
      <FormNumber name="minDonation" label="Smallest gift online" />
      <FormNumber name="maxDonation" label="Largest gift online" />
      <FormNumber
        name="cardFeePercent"
        label="Card fee in percent"
        description="What the card processor keeps. Donors may cover it."
      />
      <FormNumber name="cardFeeFixed" label="Card fee in dollars per gift" />
      <FormText
        name="employerMatchUrl"
        type="url"
        label="Employer match"
        description="Where donors look up whether their employer matches gifts. Empty: they are not asked to."
        placeholder="https://"
        className="sm:col-span-2"
      />
    </RecordForm>
  );
};

/** What donors are offered. */
export const Giving = () => {
  const settings = useSettings();
  return (
    <div className="max-w-3xl">
      <SettingsCard
        title="Giving"
        intro="One source for the home page, the donation page and what receipts and impact say."
      >
        <QueryStates query={settings} what="the settings">
          {(data) => <GivingForm settings={data} />}
        </QueryStates>
      </SettingsCard>
    </div>
  );
};
