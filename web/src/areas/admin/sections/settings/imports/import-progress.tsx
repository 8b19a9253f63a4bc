import { paths } from "#lib/paths.ts";
import { useEffect, useRef, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import {
  type Import,
  invalidateImported,
  isBusy,
  useImport,
  useImportStep,
  useSendFile,
} from "#data/imports/mutations.ts";
import { useOpenedRecord } from "#kit/lists/use-opened-record.ts";
import { ShortMoment } from "#lib/time/dates.tsx";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/messages/notice.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { ConfirmButton } from "#admin/confirm-button.tsx";
import { QueryStates } from "#admin/query-states.tsx";
import { AllowedLink } from "#admin/allowed-link.tsx";
import { ClosedRemovalNotice } from "../../donations/late-reason-field.tsx";
import { SettingsCard } from "../settings-card.tsx";
import { CheckedImport } from "./checked-import.tsx";
import { FileChoice } from "./file-choice.tsx";
import { ProblemRows } from "./problem-rows.tsx";
import { FileRejectedError } from "./file-rejected-error.ts";
import { findSheet, type ImportFile } from "./read-file.ts";
import { SendProgress } from "./send-progress.tsx";
import { fillsText, kindCountText, rowsText } from "./texts.ts";

interface ImportProps {
  readonly record: Import;
}

const PROGRESS_TEXTS: Readonly<Partial<Record<Import["state"], string>>> = {
  checking: "Checking every row. You can leave this page and come back.",
  importing: "Storing the rows. You can leave this page and come back.",
  undoing: "Removing what this import added. You can leave this page and come back.",
};

const DiscardButton = ({ record }: ImportProps) => {
  const discard = useImportStep("discard");
  const { close } = useOpenedRecord("import");
  return (
    <ConfirmButton
      variant="outline"
      size="md"
      confirmation={{
        title: "Discard this import?",
        body: "The rows sent so far will be deleted. Nothing has been stored yet.",
        confirmLabel: "Discard",
        destructive: true,
      }}
      onConfirm={async () => {
        try {
          await discard.mutateAsync(record.id);
          close();
        } catch (error) {
          showFailure("An import could not be discarded", error, {
            title: "Discard Failed",
            fallback: "Please try again.",
          });
        }
      }}
    >
      Discard
    </ConfirmButton>
  );
};

/** Shown if the server lacks some rows, because the page was closed or the connection was lost. */
const UnfinishedImport = ({ record }: ImportProps) => {
  const sendFile = useSendFile();
  const check = useImportStep("check");
  const [sentRowCount, setSentRowCount] = useState(record.stagedCount);
  const sendRemainingRows = async ({ fileHash, rows }: ImportFile) => {
    const { kind, source, fileName, headings, mapping, rowCount } = record;
    const { dateOrder, decimalMark, meanings } = record;
    await sendFile
      .mutateAsync({
        record,
        newImport: {
          kind,
          source,
          fileName,
          fileHash,
          headings,
          mapping,
          rowCount,
          dateOrder,
          decimalMark,
          meanings,
        },
        idempotencyKey: record.id,
        rows,
        onProgress: setSentRowCount,
      })
      .catch((error: unknown) => {
        showFailure("A file could not be sent", error, {
          title: "We couldn't send the whole file",
          fallback: "Choose it again to pick up where it left off.",
        });
      });
  };
  if (record.stagedCount === record.rowCount && !sendFile.isPending) {
    return (
      <div className="flex flex-wrap gap-3">
        <Button busy={check.isPending} onClick={() => check.mutate(record.id)}>
          Check {rowsText(record.rowCount)}
        </Button>
        <DiscardButton record={record} />
      </div>
    );
  }
  return (
    <>
      {sendFile.isPending ? (
        <SendProgress sentRowCount={sentRowCount} rowCount={record.rowCount} />
      ) : (
        <>
          <Notice tone="info" title="Only part of this file was sent">
            {record.stagedCount} of {rowsText(record.rowCount)} have arrived. Nothing has been
            stored yet. Choose the same file again to continue.
          </Notice>
          <FileChoice
            hint={`${record.fileName}, unchanged`}
            onFile={async (chosenFile) => {
              const file = await findSheet(chosenFile, record.fileHash);
              if (file === undefined) {
                throw new FileRejectedError(
                  `This isn't the same file. Choose ${record.fileName} again.`,
                );
              }
              void sendRemainingRows(file);
            }}
          />
          <div>
            <DiscardButton record={record} />
          </div>
        </>
      )}
    </>
  );
};

const UndoButton = ({ record }: ImportProps) => {
  const undo = useImportStep("undo");
  return (
    <ConfirmButton
      variant="outline"
      size="md"
      confirmation={{
        title: "Undo this import?",
        body: (
          <>
            <p>
              {`This removes the ${kindCountText(record.kind, record.storedCount)} that it added, and any people it added, unless something else has been recorded for them since then. Details that it filled in become blank again. No one gets an email.`}
            </p>
            <ClosedRemovalNotice day={record.firstGivenOn} />
          </>
        ),
        confirmLabel: "Undo the import",
        destructive: true,
      }}
      onConfirm={async () => {
        try {
          await undo.mutateAsync(record.id);
        } catch (error) {
          showFailure("An import could not be undone", error, {
            title: "Undo Failed",
            fallback: "Please try again.",
          });
        }
      }}
    >
      Undo
    </ConfirmButton>
  );
};

const FinishedImport = ({ record }: ImportProps) => {
  const { kind, state, storedCount, undoUntil, owesReceipts, counts } = record;
  if (state === "discarded") {
    return <p>This import was discarded. Its rows were deleted, and nothing was stored.</p>;
  }
  if (state === "undone") {
    return <p>This import was undone, and everything it had added was removed.</p>;
  }
  return (
    <>
      <p>
        <strong>{kindCountText(kind, storedCount)}</strong> {storedCount === 1 ? "was" : "were"}{" "}
        imported.
        {counts && fillsText(kind, counts.fills) && ` ${fillsText(kind, counts.fills)}.`}
        {kind === "donors" && (
          <>
            {" "}
            <AllowedLink
              className="link"
              to={`${paths.dashboard("donations", "donors")}?segment=no_donations`}
            >
              Show donors without donations
            </AllowedLink>
          </>
        )}
      </p>
      {owesReceipts && (
        <p>
          {undoUntil === null
            ? "The donations have receipt numbers. Send the receipts from the list of donations."
            : "The donations get receipt numbers when this import can't be undone anymore."}
        </p>
      )}
      {counts !== null && counts.problem > 0 && <ProblemRows record={record} outcome="problem" />}
      {undoUntil !== null && (
        <div className="flex flex-wrap items-center gap-3">
          <UndoButton record={record} />
          <p className="quiet text-sm">
            You can undo this until <ShortMoment moment={undoUntil} />.
          </p>
        </div>
      )}
    </>
  );
};

/** Once the import is done, refetches the lists that it has changed. */
const useRefetchWhenDone = (record: Import) => {
  const queryClient = useQueryClient();
  const previousState = useRef(record.state);
  useEffect(() => {
    if (previousState.current !== record.state && !isBusy(record))
      void invalidateImported(queryClient);
    previousState.current = record.state;
  }, [queryClient, record]);
};

const CurrentStep = ({ record }: ImportProps) => {
  useRefetchWhenDone(record);
  return (
    <>
      {record.failure && (
        <Notice tone="error" title="The last step didn't go through. Nothing was changed.">
          {record.failure}
        </Notice>
      )}
      {isBusy(record) && (
        <output>
          <span className="quiet text-sm">{PROGRESS_TEXTS[record.state]}</span>
          <progress className="progress progress-primary mt-1.5 w-full" aria-label="In progress" />
        </output>
      )}
      {record.state === "staging" && <UnfinishedImport record={record} />}
      {record.state === "checked" && (
        <CheckedImport record={record} discardButton={<DiscardButton record={record} />} />
      )}
      {["imported", "undone", "discarded"].includes(record.state) && (
        <FinishedImport record={record} />
      )}
    </>
  );
};

/** One import: what it's waiting for, what the check found, and the result. */
export const ImportProgress = ({ id }: { readonly id: string }) => {
  const query = useImport(id);
  const { close } = useOpenedRecord("import");
  return (
    <SettingsCard title="Import" intro={query.data?.fileName}>
      <QueryStates query={query} subject="the import">
        {(record) => <CurrentStep record={record} />}
      </QueryStates>
      <div>
        <Button variant="ghost" size="sm" onClick={close}>
          Import another file
        </Button>
      </div>
    </SettingsCard>
  );
};
