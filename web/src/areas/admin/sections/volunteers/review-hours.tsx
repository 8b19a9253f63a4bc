import { useUpdateRecord } from "#data/resource.ts";
import { hourEntries, type HourEntry } from "#data/hour-entries/resource.ts";
import { RowAction } from "#kit/lists/row-menu.tsx";
import { Button } from "#ui/button.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { ConfirmButton } from "#admin/confirm-button.tsx";

interface ReviewHoursProps {
  readonly entry: HourEntry;
}

const useReview = (entry: HourEntry) => {
  const update = useUpdateRecord(hourEntries);
  const review = async (changes: Partial<HourEntry>) => {
    try {
      await update.mutateAsync({
        id: entry.id,
        changes: { ...changes, updatedAt: entry.updatedAt },
      });
      showSuccess(
        changes.status === "approved"
          ? `The hours of ${entry.personName} count now`
          : `The hours of ${entry.personName} don't count`,
      );
    } catch (error) {
      showFailure("Hours could not be reviewed", error, {
        title: "We couldn't save that",
        fallback: "Please try again.",
      });
    }
  };
  return { review, isPending: update.isPending };
};

const labelHours = ({ personName, hours }: HourEntry): string =>
  `${personName}, ${hours.toFixed(2)} hours`;

/** Approves hours that a volunteer handed in. If the volunteer has a shift that day, it asks first. */
export const ApproveHours = ({ entry }: ReviewHoursProps) => {
  const { review, isPending } = useReview(entry);
  if (entry.status !== "pending") return null;
  const label = labelHours(entry);
  return entry.shiftThatDay === null || entry.isBesideShift ? (
    <Button
      size="sm"
      busy={isPending}
      aria-label={`Approve: ${label}`}
      onClick={() => void review({ status: "approved" })}
    >
      Approve
    </Button>
  ) : (
    <ConfirmButton
      size="sm"
      aria-label={`Approve: ${label}`}
      confirmation={{
        title: "Do these hours come on top of the shift?",
        body: `${entry.personName} has a shift that day: ${entry.shiftThatDay}. The hours of the shift count by themselves. Approve these only if they aren't part of it.`,
        confirmLabel: "Approve on top",
      }}
      onConfirm={() => review({ status: "approved", isBesideShift: true })}
    >
      Approve
    </ConfirmButton>
  );
};

/** Rejects hours that a volunteer handed in. It's in the row's menu. */
export const RejectHours = ({ entry }: ReviewHoursProps) => {
  const { review, isPending } = useReview(entry);
  return (
    entry.status === "pending" && (
      <RowAction
        busy={isPending}
        aria-label={`Reject: ${labelHours(entry)}`}
        onClick={() => void review({ status: "rejected" })}
      >
        Reject
      </RowAction>
    )
  );
};
