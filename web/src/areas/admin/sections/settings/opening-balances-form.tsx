import type { z } from "zod";
import { impactStatsEndpoints } from "#contracts/impact-stats.ts";
import { type OpeningBalances, useUpdateOpeningBalances } from "#data/impact-stats/mutations.ts";
import { SingleRecordForm } from "#kit/forms/single-record-form.tsx";
import { FormNumber, FormYear } from "#kit/forms/form-number.tsx";
import { number } from "#lib/format.ts";

const TOTAL_LABELS = {
  packagesDelivered: "Packages delivered",
  familiesHelped: "Families helped",
  volunteerHours: "Volunteer hours",
  veteransServed: "Veterans served",
} as const;
const TOTAL_NAMES = Object.keys(TOTAL_LABELS) as (keyof typeof TOTAL_LABELS)[];
const schema = impactStatsEndpoints.updateOpeningBalances.body.omit({ updatedAt: true }).required();

type BalancesInput = z.input<typeof schema>;

/** Edits the totals from before the organization used this system. They are added to the totals recorded in it. */
export const OpeningBalancesForm = ({ balances }: { readonly balances: OpeningBalances }) => {
  const { opening, shown, updatedAt } = balances;
  const update = useUpdateOpeningBalances();
  return (
    <SingleRecordForm
      label="Save opening totals"
      schema={schema}
      values={opening}
      formName="opening-balances"
      version={{
        name: "updatedAt",
        value: updatedAt,
        valuesOf: (current) => ({ ...(current as OpeningBalances).opening, ...current }),
      }}
      failure={{
        title: "Update Failed",
        fallback: "We couldn't save the opening totals. Please try again.",
      }}
      onSave={(changes) => update.mutateAsync(changes)}
      success="Opening totals saved"
    >
      <FormYear<BalancesInput>
        name="since"
        label="Since"
        placeholder="2011"
        description="The year you started counting. The site shows it next to these numbers, as in “since 2011.” Leave blank to show no year."
      />
      {TOTAL_NAMES.map((name) => (
        <FormNumber<BalancesInput>
          key={name}
          name={name}
          label={TOTAL_LABELS[name]}
          description={`The site shows ${number(shown[name])}: ${number(opening[name])} from before and ${number(shown[name] - opening[name])} recorded here.`}
        />
      ))}
    </SingleRecordForm>
  );
};
