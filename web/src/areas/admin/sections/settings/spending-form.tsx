import type { z } from "zod";
import { AMOUNTS_MAX } from "#contracts/limits.ts";
import { settingsEndpoints } from "#contracts/settings.ts";
import { computeShares, findSpendingProblem, addUpAmounts, type Amount } from "#rules/amounts.ts";
import type { Settings } from "#data/settings/mutations.ts";
import { FormText } from "#kit/forms/form-fields.tsx";
import { FormList } from "#kit/forms/form-list.tsx";
import { FormNote } from "#kit/forms/form-note.tsx";
import { FormMoney, FormYear } from "#kit/forms/form-number.tsx";
import type { UnvalidatedValues } from "#kit/forms/use-form-values.ts";
import { money } from "#lib/format.ts";
import { SettingsForm } from "./settings-form.tsx";

const fields = ["spendingYear", "spendingYearRaised", "spending"] as const;
const schema = settingsEndpoints.updateSettings.body
  .pick({ spendingYear: true, spendingYearRaised: true, spending: true })
  .required()
  .superRefine(({ spending, spendingYear }, context) => {
    const problem = findSpendingProblem(spending, spendingYear);
    if (problem) {
      context.addIssue({ code: "custom", path: [problem.field], message: problem.message });
    }
  });

type SpendingInput = z.input<typeof schema>;

/** Returns the percentages donors will see, or null if there are no categories or an amount is invalid. */
const sharesNote = ({ spending }: UnvalidatedValues<SpendingInput>) => {
  const categories = spending as readonly Amount[];
  if (categories.length === 0 || !categories.every(({ amount }) => Number.isFinite(amount)))
    return null;
  const shares = computeShares(categories);
  const summary = categories.map(({ label }, index) => `${label || "…"} ${shares[index]}%`);
  return `Total ${money(addUpAmounts(categories))}: ${summary.join(", ")}.`;
};

/** A year's spending, shown on the financial reports page. */
export const SpendingForm = ({ settings }: { readonly settings: Settings }) => (
  <SettingsForm
    label="Save spending"
    formName="spending"
    schema={schema}
    fields={fields}
    settings={settings}
    success="Spending saved"
  >
    <FormYear<SpendingInput> name="spendingYear" label="Year" placeholder="2025" />
    <FormMoney<SpendingInput>
      name="spendingYearRaised"
      label="Raised that year"
      description="Shown beside the spending. Leave empty to show only the spending."
    />
    <FormList<SpendingInput>
      name="spending"
      legend="Where the money went"
      noun="category"
      max={AMOUNTS_MAX}
      emptyEntry={{ label: "", amount: "" }}
      renderFields={(prefix) => (
        <>
          <FormText<SpendingInput>
            name={`${prefix}.label`}
            label="What it's for"
            placeholder="Programs"
          />
          <FormMoney<SpendingInput> name={`${prefix}.amount`} label="Amount" />
        </>
      )}
    />
    <FormNote<SpendingInput>>{sharesNote}</FormNote>
  </SettingsForm>
);
