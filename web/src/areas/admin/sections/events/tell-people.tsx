import type { z } from "zod";
import type { updateEventInput } from "#contracts/events.ts";
import type { AdminEvent } from "#data/events/resource.ts";
import { useFormField } from "#kit/forms/form-fields.tsx";
import { useFormValues } from "#kit/forms/use-form-values.ts";
import { CheckField } from "#ui/fields/check-field.tsx";
import { describePeople } from "./event-texts.tsx";

type EventValues = z.input<typeof updateEventInput>;

type Fact = "date" | "startTime" | "endTime" | "address" | "note" | "eventType";

/**
 * Once something changes that people on the shift may have to know, asks whether to email them: checked for a new time or
 * place, unchecked for a new note or type.
 */
export const TellPeople = ({ event }: { readonly event: AdminEvent }) => {
  const values = useFormValues<EventValues>();
  const {
    value,
    setValue,
    controlProps: { ref, onBlur },
  } = useFormField<EventValues>("sendsEmail");
  const isChanged = (name: Fact) => (values[name] ?? "") !== (event[name] ?? "");
  const isMoved = (["date", "startTime", "endTime", "address"] as const).some(isChanged);
  if (!isMoved && !isChanged("note") && !isChanged("eventType")) return null;
  return (
    <CheckField
      className="sm:col-span-2"
      name="sendsEmail"
      ref={ref}
      onBlur={onBlur}
      label={`Tell ${describePeople(event)}?`}
      description="We email them ten minutes after your last change, or at once if the shift begins within 12 hours."
      checked={value === undefined ? isMoved : value === true}
      onValue={setValue}
    />
  );
};
