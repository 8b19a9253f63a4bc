import { useId, useState } from "react";
import { EXPORT_PART_ROWS_MAX } from "#contracts/limits.ts";
import type { FileParts } from "#lib/api/file-parts.ts";
import { getServerMessage } from "#lib/api/refusals.ts";
import { number } from "#lib/format.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { CheckField } from "#ui/fields/check-field.tsx";
import { Notice } from "#ui/messages/notice.tsx";
import { useExport, type ExportRequest } from "./use-export.ts";

const countText = ({ rowCount, expectedRowCount }: FileParts, caption: string) =>
  `${number(rowCount)} of ${number(Math.max(rowCount, expectedRowCount))} ${caption}`;

interface ProgressProps {
  readonly caption: string;
  readonly parts: FileParts | undefined;
}

const ExportProgress = ({ caption, parts }: ProgressProps) => {
  const id = useId();
  return (
    <div>
      <p id={id} className="quiet text-sm">
        {parts ? countText(parts, caption) : `Counting the ${caption}`}. Keep this page open.
      </p>
      <progress
        aria-label={`Exporting ${caption}`}
        aria-describedby={id}
        className="progress progress-primary mt-1.5 w-full"
        {...(parts && { max: Math.max(parts.expectedRowCount, 1), value: parts.rowCount })}
      />
    </div>
  );
};

const FALLBACK_TEXT = "We couldn't download the whole file. Please try again.";

/** Says how far the export came. There is no file until it's whole. */
const InterruptedNotice = ({
  caption,
  parts,
  error,
}: ProgressProps & { readonly error: unknown }) => {
  const progress = parts && `${countText(parts, caption)} have arrived.`;
  return error === null ? (
    <Notice tone="info" title="This export was interrupted">
      {progress}
    </Notice>
  ) : (
    <Notice tone="error" title="Export Failed">
      {getServerMessage(error) ?? FALLBACK_TEXT} {progress}
    </Notice>
  );
};

export interface ExportDialogProps extends ExportRequest {
  readonly selectedCount: number | undefined;
  readonly onClose: () => void;
}

/** Exports a list as a CSV file: asks for its form, shows the progress, and continues after an interruption. */
export const ExportDialog = ({ selectedCount, onClose, ...request }: ExportDialogProps) => {
  const { caption } = request;
  const { arrived, isRunning, error, startOver, resume, cancel } = useExport(request, onClose);
  const [hasTotals, setHasTotals] = useState(arrived.hasTotals);
  const { parts } = arrived;
  const isInterrupted = !isRunning && (error !== null || parts !== undefined);
  const download = () => startOver(hasTotals);
  return (
    <Dialog
      open
      onClose={onClose}
      locked={isRunning}
      title={`Export ${caption}`}
      description={
        selectedCount === undefined
          ? "Every page of this list, with its search and filters, as a CSV file that opens in any spreadsheet program."
          : `The ${number(selectedCount)} selected ${caption}, as a CSV file that opens in any spreadsheet program.`
      }
    >
      <div className="grid gap-5">
        {isInterrupted && <InterruptedNotice caption={caption} parts={parts} error={error} />}
        {isRunning ? (
          <ExportProgress caption={caption} parts={parts} />
        ) : (
          <div>
            <CheckField
              label="Add totals at the end"
              description="Leave them out if another program will read the file."
              checked={hasTotals}
              onValue={setHasTotals}
            />
            {selectedCount === undefined && (
              <p className="quiet mt-4 text-sm">
                A file of more than {number(EXPORT_PART_ROWS_MAX)} rows may be in another order than
                the list, because the list can change while the file is being made.
              </p>
            )}
          </div>
        )}
        <div className="flex flex-wrap gap-3">
          {isRunning ? (
            <Button
              variant="outline"
              onClick={() => {
                cancel();
                onClose();
              }}
            >
              Cancel
            </Button>
          ) : (
            <>
              {isInterrupted && parts ? (
                <Button onClick={resume}>Continue</Button>
              ) : (
                <Button onClick={download}>{isInterrupted ? "Try again" : "Download"}</Button>
              )}
              {isInterrupted && parts && (
                <Button variant="outline" onClick={download}>
                  Start over
                </Button>
              )}
            </>
          )}
        </div>
      </div>
    </Dialog>
  );
};
