import type { z } from "zod";
import { privacySettingsEndpoints } from "#contracts/privacy-settings.ts";
import { usePrivacySettings, useUpdatePrivacySettings } from "#data/privacy-settings/mutations.ts";
import { FormNumber } from "#kit/forms/form-number.tsx";
import { QueryStates } from "#admin/query-states.tsx";
import { SingleRecordForm } from "#kit/forms/single-record-form.tsx";
import { SettingsCard } from "../settings-card.tsx";

const SCHEMA = privacySettingsEndpoints.updatePrivacySettings.body
  .pick({ ledgerYears: true })
  .required();
type YearsInput = z.input<typeof SCHEMA>;

const YEARS_LABEL = "Years to keep payment records";

/** Edits how long the ledger keeps a payment's identifying details after its donor is erased. */
export const LedgerYears = () => {
  const update = useUpdatePrivacySettings();
  return (
    <SettingsCard
      title="Records required by law"
      intro="Amounts, dates and receipt numbers always stay in the ledger, under an anonymous donor. Stripe's payment IDs are kept this long, because refunds and audits need them."
    >
      <QueryStates query={usePrivacySettings()} subject="the setting">
        {({ ledgerYears, updatedAt }) => (
          <SingleRecordForm
            label={`Save “${YEARS_LABEL}”`}
            formName="ledger-years"
            schema={SCHEMA}
            values={{ ledgerYears }}
            version={{ name: "updatedAt", value: updatedAt, labels: { ledgerYears: YEARS_LABEL } }}
            submitButtons={[{ label: "Save", values: {} }]}
            failure={{
              title: "The number of years wasn't saved",
              fallback: "We couldn't save the number of years. Please try again.",
            }}
            onSave={(changes) => update.mutateAsync(changes)}
            success={{
              title: "The years were saved",
              description: "They apply to erasures from now on.",
            }}
          >
            <FormNumber<YearsInput>
              name="ledgerYears"
              label={YEARS_LABEL}
              description="Ask your accountant. Seven years is typical in the US."
            />
          </SingleRecordForm>
        )}
      </QueryStates>
    </SettingsCard>
  );
};
