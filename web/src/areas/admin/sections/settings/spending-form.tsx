import { AMOUNTS_MAX } from "#contracts/limits.ts";
import { settingsEndpoints } from "#contracts/settings.ts";
import { sharesOf, spendingProblem, sumOfAmounts, type Amount } from "#rules/amounts.ts";
import type { Settings } from "#data/settings/queries.ts";
import { FormNumber, FormText } from "#kit/form-fields.tsx";
import { FormList } from "#kit/form-list.tsx";
import { FormNote } from "#kit/form-note.tsx";
import type { FormValues } from "#kit/record-form.tsx";
import { money } from "#lib/format.ts";
import { SettingsForm } from "./settings-form.tsx";

const fields = ["spendingYear", "spending"] as const;
const schema = settingsEndpoints.updateSettings.body
  .pick({ spendingYear: true, spending: true })
  .required()
  .superRefine(({ spending, spendingYear }, context) => {
    const problem = spendingProblem(spending, spendingYear);
    if (problem) {
      context.addIssue({ code: "custom", path: [problem.field], message: problem.message });
    }
  });

/** Returns the percentages donors will see, or nothing while an amount is invalid. */
const sharesNote = ({ spending }: FormValues) => {
  const parts = spending as readonly Amount[];
  if (parts.length === 0 || !parts.every(({ amount }) => Number.isFinite(amount))) return null;
  const shares = sharesOf(parts);
  const summary = parts.map(({ label }, index) => `${label || "…"} ${shares[index]}%`);
  return `Total ${money(sumOfAmounts(parts))}: ${summary.join(", ")}.`;
};

/** A year's spending, shown on the financial reports page. */
export const SpendingForm = ({ settings }: { readonly settings: Settings }) => (
  <SettingsForm
    label="Save spending"
    form="spending"
    schema={schema}
    fields={fields}
    settings={settings}
    done="Spending saved"
  >
    <FormNumber name="spendingYear" label="Year" placeholder="2025" />
    <FormList
      name="spending"
      legend="Where it went"
      noun="part"
      max={AMOUNTS_MAX}
      empty={{ label: "", amount: "" }}
      renderFields={(prefix) => (
        <>
          <FormNumber name={`${prefix}.amount`} label="Amount in dollars" />
          <FormText name={`${prefix}.label`} label="What it's for" placeholder="Programs" />
        </>
      )}
    />
    <FormNote>{sharesNote}</FormNote>
  </SettingsForm>
);
