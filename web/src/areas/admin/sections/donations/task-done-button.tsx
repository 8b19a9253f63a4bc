import { donorTasks, type DonorTask } from "#data/donor-tasks/resource.ts";
import { useInvalidateRecords, useUpdateRecord } from "#data/resource.ts";
import { Button } from "#ui/button.tsx";
import { isGone } from "#lib/api/refusals.ts";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess, type SuccessText } from "#ui/messages/show-success.ts";

interface TaskDoneButtonProps {
  readonly task: DonorTask;
  /** Shown once the task is done. */
  readonly success?: SuccessText;
}

/** Marks a task as done, or reopens it. */
export const TaskDoneButton = ({
  task: { id, text, isDone },
  success = "The task is done",
}: TaskDoneButtonProps) => {
  const update = useUpdateRecord(donorTasks);
  const invalidateTasks = useInvalidateRecords(donorTasks);
  const label = isDone ? "Reopen" : "Done";
  return (
    <Button
      variant="outline"
      size="sm"
      busy={update.isPending}
      aria-label={`${label}: ${text}`}
      onClick={() =>
        update.mutate(
          { id, changes: { isDone: !isDone } },
          {
            onSuccess: () => showSuccess(isDone ? "The task is open again" : success),
            onError: (error) => {
              showFailure("The task could not be changed", error, {
                title: "Update Failed",
                fallback: "Failed to update task",
                goneText: "Someone deleted this task.",
              });
              if (isGone(error)) void invalidateTasks();
            },
          },
        )
      }
    >
      {label}
    </Button>
  );
};
