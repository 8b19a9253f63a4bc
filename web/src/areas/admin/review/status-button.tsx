import {
  getMutationMessage,
  useUpdateRecords,
  type RecordChange,
  type WritableResource,
} from "#data/resource.ts";
import { RowAction } from "#kit/lists/row-menu.tsx";
import { number } from "#lib/format.ts";
import { showFailure, type FailureMessage } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";

export interface StatusText {
  /** Shown when the server doesn't send a message. */
  readonly success: string;
  readonly failure: FailureMessage;
}

export interface StatusButtonProps<Changes> {
  readonly label: string;
  /** Name of the record; omitted for a selection of records. */
  readonly name?: string;
  readonly resource: WritableResource<unknown, unknown, Changes>;
  readonly changes: readonly RecordChange<Changes>[];
  readonly texts: StatusText;
  readonly look?: "primary" | "outline";
  readonly onDone?: () => void;
}

/** Changes the status of one record or of the selected ones. */
export const StatusButton = <Changes,>({
  label,
  name,
  resource,
  changes,
  texts: { success, failure },
  look = "outline",
  onDone,
}: StatusButtonProps<Changes>) => {
  const update = useUpdateRecords(resource);
  const saveChanges = async () => {
    const { responses, errors } = await update.mutateAsync(changes);
    const total = number(changes.length);
    if (errors.length === 0) {
      const title =
        changes.length === 1 ? getMutationMessage(responses[0]) : `${label}: ${total} done`;
      showSuccess(title ?? success);
    } else {
      const failureSummary = `${number(responses.length)} of ${total} done. ${failure.fallback}`;
      const fallback = changes.length === 1 ? failure.fallback : failureSummary;
      showFailure(`${label} failed`, errors[0], { ...failure, fallback });
    }
    onDone?.();
  };
  return (
    <RowAction
      variant={look}
      busy={update.isPending}
      aria-label={name && `${label} ${name}`}
      onClick={() => void saveChanges()}
    >
      {label}
    </RowAction>
  );
};
