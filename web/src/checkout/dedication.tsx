import { Suspense } from "react";
import { HONOREE_MAX_LENGTH } from "#contracts/limits.ts";
import { describeDedication, getDedicationLabel } from "#rules/dedication.ts";
import { lazyComponent } from "../lib/code/lazy-component.ts";
import { CheckField } from "../ui/fields/check-field.tsx";
import { ChoiceGroup } from "../ui/fields/choice-group.tsx";
import { TextField } from "../ui/fields/field.tsx";
import { SectionBoundary } from "../ui/messages/section-boundary.tsx";
import { Spinner } from "../ui/states.tsx";
import { getTributeErrors } from "./checkout-form.ts";
import type { DonationOptionsProps } from "./donation-options.tsx";

/** Loaded only if the donor sends a card, because few donors do. */
const TributeFields = lazyComponent(async () => ({
  default: (await import("./tribute-fields.tsx")).TributeFields,
}));

/** The person a gift is dedicated to, and a card that tells someone about the gift. */
export const Dedication = ({
  form,
  errors,
  disabled,
  onFormChange,
}: Omit<DonationOptionsProps, "donation">) => {
  const donorName = `${form.firstName} ${form.lastName}`.trim() || form.nameOnCard.trim();
  return (
    <div className="mt-1 grid gap-3">
      <ChoiceGroup
        legend="Dedication"
        hideLegend
        name="isMemorial"
        look="segments"
        choices={[
          { value: "honor", label: "In honor" },
          { value: "memory", label: "In memory" },
        ]}
        value={form.isMemorial ? "memory" : "honor"}
        onValue={(value) => onFormChange({ ...form, isMemorial: value === "memory" })}
      />
      <TextField
        label={getDedicationLabel(form.isMemorial)}
        description={describeDedication(form.isMemorial, form.inHonorOf)}
        autoComplete="off"
        maxLength={HONOREE_MAX_LENGTH}
        disabled={disabled}
        value={form.inHonorOf}
        error={errors.inHonorOf}
        onValue={(inHonorOf) => onFormChange({ ...form, inHonorOf })}
      />
      <CheckField
        className="text-sm"
        name="sendsTribute"
        label="Send someone a card about this gift"
        description="The card never says how much you gave."
        disabled={disabled}
        checked={form.sendsTribute}
        onValue={(sendsTribute) => onFormChange({ ...form, sendsTribute })}
      />
      {form.sendsTribute && (
        <SectionBoundary
          fallback={
            <p role="alert" className="text-error text-sm">
              We couldn't load the card. Check your connection and reload the page, or uncheck the
              box to go on without a card.
            </p>
          }
        >
          <Suspense fallback={<Spinner label="Loading the card" />}>
            <TributeFields
              form={form.tribute}
              errors={getTributeErrors(errors)}
              disabled={disabled}
              onFormChange={(tribute) => onFormChange({ ...form, tribute })}
              dedication={{
                donorName: form.isAnonymous ? null : donorName || "Your name",
                honoree: form.inHonorOf.trim() || "…",
                isMemorial: form.isMemorial,
              }}
            />
          </Suspense>
        </SectionBoundary>
      )}
    </div>
  );
};
