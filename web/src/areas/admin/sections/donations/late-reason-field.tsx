import { useBookClosings } from "#data/book-closings/mutations.ts";
import { FormText } from "#kit/forms/form-fields.tsx";
import { useFormValues } from "#kit/forms/use-form-values.ts";
import { longDay } from "#lib/format.ts";
import { useToday } from "#lib/time/use-today.ts";
import { useHasArea } from "#admin/own-areas.ts";

interface LateReasonInput {
  readonly lateReason?: string | null;
}

export interface LateReasonFieldProps {
  /** The form's field that decides which month is changed. */
  readonly dayField: "receivedOn" | "soldOn" | "depositedOn";
}

/**
 * Asks an owner why a closed month is changed, and tells everyone else to ask an owner. Shows nothing while the chosen
 * day is in an open month.
 */
export const LateReasonField = ({ dayField }: LateReasonFieldProps) => {
  const day = useFormValues<Record<string, unknown>>()[dayField];
  const today = useToday();
  // The current month is never closed.
  const isEarlierMonth = typeof day === "string" && day !== "" && day < today.slice(0, 7);
  const { data: closings } = useBookClosings(isEarlierMonth);
  const isOwner = useHasArea("owner");
  const closedThrough = closings?.[0]?.closedThrough;
  if (!isEarlierMonth || closedThrough === undefined || day > closedThrough) return null;
  const notice = `The books are closed through ${longDay(closedThrough)}.`;
  return isOwner ? (
    <FormText<LateReasonInput>
      name="lateReason"
      label="Why this changes closed books"
      required
      description={`${notice} This counts as a change in the current month.`}
      className="sm:col-span-2"
    />
  ) : (
    <output className="text-warning-content block text-sm sm:col-span-2">{`${notice} Ask an owner.`}</output>
  );
};
