import { useBookClosings } from "#data/book-closings/mutations.ts";
import { FormText } from "#kit/forms/form-fields.tsx";
import { useFormValues } from "#kit/forms/use-form-values.ts";
import { longDay } from "#lib/format.ts";
import { useToday } from "#lib/time/use-today.ts";
import { Notice } from "#ui/messages/notice.tsx";
import { useHasArea } from "#admin/own-areas.ts";

interface LateReasonInput {
  readonly lateReason?: string | null;
}

/** Returns a sentence that says through when the books are closed if one of the days is in a closed month, or null. */
const useClosedNotice = (days: readonly unknown[]): string | null => {
  const today = useToday();
  // The current month is never closed.
  const earlierDays = days
    .filter((day) => typeof day === "string")
    .filter((day) => day !== "" && day < today.slice(0, 7));
  const { data: closings } = useBookClosings(earlierDays.length > 0);
  const closedThrough = closings?.[0]?.closedThrough;
  return closedThrough !== undefined && earlierDays.some((day) => day <= closedThrough)
    ? `The books are closed through ${longDay(closedThrough)}.`
    : null;
};

const BooksNotice = ({ children }: { readonly children: string }) => (
  <div aria-live="polite" className="sm:col-span-2">
    <Notice tone="info">{children}</Notice>
  </div>
);

export interface ChangedDays {
  /** The form's field that decides which month is changed. */
  readonly dayField?: "receivedOn" | "soldOn" | "depositedOn";
  /** The day that the record has so far, which may be in another month. */
  readonly storedDay?: string | undefined;
}

const useBooksNotice = ({ dayField, storedDay }: ChangedDays) => {
  const values = useFormValues<Record<string, unknown>>();
  return {
    notice: useClosedNotice([storedDay, dayField && values[dayField]]),
    isOwner: useHasArea("owner"),
  };
};

/**
 * Asks an owner why a closed month is changed, and tells everyone else to ask an owner. Shows nothing while the days
 * are in open months.
 */
export const LateReasonField = (props: ChangedDays) => {
  const { notice, isOwner } = useBooksNotice(props);
  if (notice === null) return null;
  if (!isOwner) return <BooksNotice>{`${notice} Ask an owner.`}</BooksNotice>;
  return (
    <FormText<LateReasonInput>
      name="lateReason"
      label="Why this changes closed books"
      required
      description={`${notice} This counts as a change in the current month.`}
      className="sm:col-span-2"
    />
  );
};

const ClosedDayWarning = ({ day }: { readonly day: string }) => {
  const notice = useClosedNotice([day]);
  const isOwner = useHasArea("owner");
  if (notice === null) return null;
  return (
    <BooksNotice>
      {`${notice} ${isOwner ? "This counts as a change in the current month." : "Ask an owner."}`}
    </BooksNotice>
  );
};

/** Warns that removing something changes a closed month. The server knows the reason. */
export const ClosedRemovalNotice = ({ day }: { readonly day: string | null }) =>
  day === null ? null : (
    <div className="mt-4">
      <ClosedDayWarning day={day} />
    </div>
  );

/** Warns that a void or a correction, which needs a reason anyway, changes a closed month. */
export const ClosedMonthNotice = (props: ChangedDays) => {
  const { notice, isOwner } = useBooksNotice(props);
  if (notice === null) return null;
  return (
    <BooksNotice>
      {`${notice} ${isOwner ? "This counts as a change in the current month, listed with your reason." : "Ask an owner."}`}
    </BooksNotice>
  );
};
