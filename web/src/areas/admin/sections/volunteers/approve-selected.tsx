import { useState } from "react";
import {
  type AdminApplication,
  useApproveApplications,
} from "#data/volunteer-applications/resource.ts";
import { getServerMessage } from "#lib/api/refusals.ts";
import { number } from "#lib/format.ts";
import { logError } from "#lib/log.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { Notice } from "#ui/messages/notice.tsx";
import { showSuccess } from "#ui/messages/show-success.ts";
import { DisabledText } from "./known-volunteer.tsx";

export interface FailedApproval {
  readonly id: string;
  readonly name: string;
  readonly reason: string;
}

const applicationsText = (count: number): string =>
  `${number(count)} application${count === 1 ? "" : "s"}`;

export interface ApproveSelectedProps {
  /** The selected applications that are still pending. */
  readonly rows: readonly AdminApplication[];
  readonly onDone: (failedApprovals: readonly FailedApproval[]) => void;
}

/** Asks once, approves one application after another, and lists those that failed. */
export const ApproveSelected = ({ rows, onDone }: ApproveSelectedProps) => {
  const approve = useApproveApplications();
  /**
   * A snapshot of the selection, because `rows` changes when the list is refetched during
   * approval.
   */
  const [selectedRows, setSelectedRows] = useState<readonly AdminApplication[]>([]);
  const [doneCount, setDoneCount] = useState<number | null>(null);
  const approveSelected = async () => {
    const failures = await approve.mutateAsync({
      ids: selectedRows.map(({ id }) => id),
      onProgress: setDoneCount,
    });
    setDoneCount(null);
    setSelectedRows([]);
    for (const { error } of failures) logError("An application could not be approved", error);
    const approvedCount = selectedRows.length - failures.length;
    if (approvedCount > 0) {
      showSuccess({
        title: `${applicationsText(approvedCount)} approved`,
        description: "Each of them gets an email.",
      });
    }
    onDone(
      failures.map(({ id, error }) => {
        const row = selectedRows.find((application) => application.id === id);
        return {
          id,
          name: `${row?.firstName} ${row?.lastName}`.trim(),
          reason: getServerMessage(error) ?? "Failed to approve application. Please try again.",
        };
      }),
    );
  };
  return (
    <>
      <Button size="sm" disabled={rows.length === 0} onClick={() => setSelectedRows(rows)}>
        Approve selected
      </Button>
      <ConfirmDialog
        open={selectedRows.length > 0}
        title={`Approve ${applicationsText(selectedRows.length)}?`}
        body={
          <>
            Each of them gets a welcome email that explains how to log in. This can't be undone.
            {selectedRows.map(
              ({ id, match }) =>
                match?.isDisabled && (
                  <span key={id} className="mt-2 block">
                    {match.name}: <DisabledText match={match} /> Approving enables it again.
                  </span>
                ),
            )}
          </>
        }
        confirmLabel={
          doneCount === null
            ? `Approve ${applicationsText(selectedRows.length)}`
            : `Approving ${number(doneCount + 1)} of ${number(selectedRows.length)}…`
        }
        onConfirm={approveSelected}
        onCancel={() => setSelectedRows([])}
      />
    </>
  );
};

/** Lists the applications that couldn't be approved. They stay selected. */
export const FailedApprovals = ({
  failedApprovals,
}: {
  readonly failedApprovals: readonly FailedApproval[];
}) =>
  failedApprovals.length > 0 && (
    <div className="mb-6">
      <Notice
        tone="error"
        title={`${applicationsText(failedApprovals.length)} couldn't be approved`}
      >
        <ul>
          {failedApprovals.map(({ id, name, reason }) => (
            <li key={id}>{`${name}: ${reason}`}</li>
          ))}
        </ul>
      </Notice>
    </div>
  );
