import type { z } from "zod";
import { hourEntryEndpoints } from "#contracts/hour-entries.ts";
import { type NewHours, useHandInHours } from "#data/hour-entries/mutations.ts";
import { useDraftOwner } from "#kit/forms/draft-owner.ts";
import { FormCheck, FormText } from "#kit/forms/form-fields.tsx";
import { FormNumber } from "#kit/forms/form-number.tsx";
import { RecordForm } from "#kit/forms/record-form.tsx";
import { idempotencyKeyOf } from "#lib/drafts/drafts.ts";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { showSuccess } from "#ui/messages/show-success.ts";

const SCHEMA = hourEntryEndpoints.handInHours.body;
type HoursInput = z.input<typeof SCHEMA>;

export interface OwnHoursDialogProps {
  readonly open: boolean;
  readonly volunteerId: string;
  readonly onClose: () => void;
}

const OwnHoursForm = ({ volunteerId, onClose }: Omit<OwnHoursDialogProps, "open">) => {
  const handIn = useHandInHours(volunteerId);
  const owner = useDraftOwner();
  const draft = { owner, form: "own hours:new" };
  return (
    <RecordForm
      label="Hand in hours"
      schema={SCHEMA}
      values={{ date: "", hours: null, activity: "", isBesideShift: false }}
      draft={draft}
      missingFieldsText={{
        title: "Missing Information",
        description: "Please enter the day, the hours and what you did.",
      }}
      failure={{
        title: "We couldn't save your hours",
        fallback: "Please check your connection and try again.",
      }}
      onSave={async (values) => {
        await handIn.mutateAsync({
          values: values as NewHours,
          idempotencyKey: idempotencyKeyOf(draft),
        });
        showSuccess({
          title: "Hours handed in",
          description: "They count once our team has approved them.",
        });
        onClose();
      }}
      onCancel={onClose}
    >
      <FormText<HoursInput> name="date" label="Date" type="date" />
      <FormNumber<HoursInput> name="hours" label="Hours" />
      <FormText<HoursInput>
        name="activity"
        label="What you did"
        placeholder="Wrote letters at home"
        className="sm:col-span-2"
      />
      <FormCheck<HoursInput>
        name="isBesideShift"
        label="Not part of a shift that day"
        description="The hours of a shift count by themselves. Check this if these come on top."
        className="sm:col-span-2"
      />
    </RecordForm>
  );
};

/** The form for hours that a volunteer worked outside shifts. */
export const OwnHoursDialog = ({ open, ...props }: OwnHoursDialogProps) => (
  <Dialog
    open={open}
    onClose={props.onClose}
    title="Hand in hours"
    description="For work outside our shifts. You don't need to hand in the hours of your shifts."
  >
    {open && <OwnHoursForm {...props} />}
  </Dialog>
);
