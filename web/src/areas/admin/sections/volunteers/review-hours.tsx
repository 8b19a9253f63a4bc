import { useUpdateRecord } from "#data/resource.ts";
import { hourEntries, type HourEntry } from "#data/hour-entries/resource.ts";
import { Button } from "#ui/button.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { ConfirmButton } from "#admin/confirm-button.tsx";

interface ReviewHoursProps {
  readonly entry: HourEntry;
}

/** Approves or rejects hours that a volunteer handed in. If the volunteer has a shift that day, it asks first. */
export const ReviewHours = ({ entry }: ReviewHoursProps) => {
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
  if (entry.status !== "pending") return null;
  const label = `${entry.personName}, ${entry.hours.toFixed(2)} hours`;
  return (
    <>
      {entry.shiftThatDay === null || entry.isBesideShift ? (
        <Button
          size="sm"
          busy={update.isPending}
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
      )}
      <Button
        variant="outline"
        size="sm"
        busy={update.isPending}
        aria-label={`Reject: ${label}`}
        onClick={() => void review({ status: "rejected" })}
      >
        Reject
      </Button>
    </>
  );
};
