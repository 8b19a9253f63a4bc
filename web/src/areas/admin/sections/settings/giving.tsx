import type { z } from "zod";
import { AMOUNTS_MAX, GIFT_LEVELS_MAX } from "#contracts/limits.ts";
import { settingsEndpoints } from "#contracts/settings.ts";
import { findPackageCostsProblem, addUpAmounts, type Amount } from "#rules/amounts.ts";
import { type Settings, useSettings } from "#data/settings/mutations.ts";
import { FormText } from "#kit/forms/form-fields.tsx";
import { FormFold } from "#kit/forms/form-fold.tsx";
import { FormList } from "#kit/forms/form-list.tsx";
import { FormNote } from "#kit/forms/form-note.tsx";
import { FormMoney, FormPercent } from "#kit/forms/form-number.tsx";
import type { UnvalidatedValues } from "#kit/forms/use-form-values.ts";
import { moneyWithCents } from "#lib/format.ts";
import { QueryStates } from "#admin/query-states.tsx";
import { PapersForm } from "./papers-form.tsx";
import { SealsForm } from "./seals-form.tsx";
import { SettingsCard } from "./settings-card.tsx";
import { SettingsForm } from "./settings-form.tsx";

const RARELY_USED_FIELDS = [
  "minDonation",
  "maxDonation",
  "cardFeePercent",
  "cardFeeFixed",
  "employerMatchUrl",
] as const;
const fields = ["giftLevels", "packagePrice", "packageCosts", ...RARELY_USED_FIELDS] as const;

const schema = settingsEndpoints.updateSettings.body
  .pick(
    Object.fromEntries(fields.map((name) => [name, true])) as Record<(typeof fields)[number], true>,
  )
  .required()
  .superRefine(({ packageCosts, packagePrice }, context) => {
    const message = findPackageCostsProblem(packageCosts, packagePrice);
    if (message !== null) context.addIssue({ code: "custom", path: ["packageCosts"], message });
  });

type GivingInput = z.input<typeof schema>;

/** Compares the sum of the costs with the price. Returns null if there are no costs or an amount is invalid. */
const costsNote = ({ packageCosts, packagePrice }: UnvalidatedValues<GivingInput>) => {
  const costs = packageCosts as readonly Amount[];
  if (costs.length === 0 || !costs.every(({ amount }) => Number.isFinite(amount))) return null;
  return `These costs add up to ${moneyWithCents(addUpAmounts(costs))} of ${moneyWithCents(Number(packagePrice))}.`;
};

const GivingForm = ({ settings }: { readonly settings: Settings }) => (
  <SettingsForm
    label="Save giving settings"
    formName="giving"
    schema={schema}
    fields={fields}
    settings={settings}
    success={{
      title: "Gift levels and limits saved",
      description: "Donors will see the changes right away.",
    }}
    isConfirmed={settings.isGivingConfirmed}
  >
    <FormList<GivingInput>
      name="giftLevels"
      legend="Gift levels"
      description="The amounts donors can choose from, in this order. The home page shows the first four. If you leave this blank, donors see the default amounts."
      noun="gift level"
      max={GIFT_LEVELS_MAX}
      emptyEntry={{ amount: "", label: "" }}
      renderFields={(prefix) => (
        <>
          <FormText<GivingInput>
            name={`${prefix}.label`}
            label="What it pays for"
            placeholder="One box"
          />
          <FormMoney<GivingInput> name={`${prefix}.amount`} label="Amount" />
        </>
      )}
    />
    <FormMoney<GivingInput>
      name="packagePrice"
      label="Cost of one care package"
      description="What it costs to pack and ship one package. Used to show what a donation pays for."
      className="max-w-sm sm:col-span-2"
    />
    <FormList<GivingInput>
      name="packageCosts"
      legend="Where the cost of a package goes"
      description="Shown on the home page, the donation page and the financial reports page. These must add up to the cost of one package, to the cent. Leave blank to show nothing."
      noun="cost"
      max={AMOUNTS_MAX}
      emptyEntry={{ label: "", amount: "" }}
      renderFields={(prefix) => (
        <>
          <FormText<GivingInput>
            name={`${prefix}.label`}
            label="What it's for"
            placeholder="Postage"
          />
          <FormMoney<GivingInput> name={`${prefix}.amount`} label="Amount" />
        </>
      )}
    />
    <FormNote<GivingInput>>{costsNote}</FormNote>
    <FormFold<GivingInput> label="Limits, card fees and employer match" names={RARELY_USED_FIELDS}>
      <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
        <FormMoney<GivingInput> name="minDonation" label="Smallest online donation" />
        <FormMoney<GivingInput> name="maxDonation" label="Largest online donation" />
        <FormPercent<GivingInput>
          name="cardFeePercent"
          label="Card fee percentage"
          description="The card processor keeps this percentage of each donation. Donors can choose to cover it."
        />
        <FormMoney<GivingInput> name="cardFeeFixed" label="Fixed card fee per donation" />
        <FormText<GivingInput>
          name="employerMatchUrl"
          type="url"
          label="Employer match"
          description="A page where donors can check whether their employer matches gifts. Leave blank to hide the link."
          placeholder="https://"
          className="sm:col-span-2"
        />
      </div>
    </FormFold>
  </SettingsForm>
);

/** Edits the gift levels, package costs, donation limits, card fees, employer match link, seals and papers. */
export const Giving = () => {
  const settings = useSettings();
  return (
    <div className="grid max-w-3xl gap-6">
      <SettingsCard
        title="Giving"
        intro="Used on the home page, the donation page, receipts and impact numbers."
      >
        <QueryStates query={settings} subject="the settings">
          {(data) => <GivingForm settings={data} />}
        </QueryStates>
      </SettingsCard>
      <SettingsCard
        title="Seals"
        intro="Shown next to the donate button, along with your newest published report. A seal appears once you've added both your page and a picture of the seal."
      >
        <QueryStates query={settings} subject="the seals">
          {(data) => <SealsForm settings={data} />}
        </QueryStates>
      </SettingsCard>
      <SettingsCard
        title="Receipts and letters"
        intro="The words and the signature at the end of receipts, statements and letters on paper."
      >
        <QueryStates query={settings} subject="the papers">
          {(data) => <PapersForm settings={data} />}
        </QueryStates>
      </SettingsCard>
    </div>
  );
};
