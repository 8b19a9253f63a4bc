import type { UseQueryResult } from "@tanstack/react-query";
import type { ComponentType, ReactNode } from "react";
import type { MergeNoun } from "#contracts/merges.ts";
import { RecordSearch, type RecordSearchProps } from "#kit/forms/form-record-picker.tsx";
import { NEW_RECORD_ID, useOpenedRecord } from "#kit/lists/use-opened-record.ts";
import { getServerMessage } from "#lib/api/refusals.ts";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Notice } from "#ui/messages/notice.tsx";
import { QueryStates } from "../query-states.tsx";

interface MergeComparisonProps<Preview> {
  readonly noun: MergeNoun;
  readonly query: UseQueryResult<Preview>;
  readonly children: (preview: Preview) => ReactNode;
}

/** Shows the preview of a merge, or why the records can't be merged. */
export const MergeComparison = <Preview,>({
  noun,
  query,
  children,
}: MergeComparisonProps<Preview>) => {
  const errorMessage = getServerMessage(query.error);
  if (errorMessage !== undefined) return <Notice tone="error" title={errorMessage} />;
  return (
    <QueryStates query={query} subject={`the ${noun}s`}>
      {children}
    </QueryStates>
  );
};

export interface ComparisonProps {
  readonly keptId: string;
  readonly mergedId: string;
  readonly onDone: () => void;
}

interface MergeDialogProps<Row> extends Pick<RecordSearchProps<Row>, "resource" | "getLabel"> {
  readonly noun: MergeNoun;
  readonly keptId: string;
  readonly keptName: string;
  readonly comparison: ComponentType<ComparisonProps>;
}

/** Finds another record of the same person, and merges it into this one. */
export const MergeDialog = <Row extends { readonly id: string; readonly email: string | null }>({
  noun,
  keptId,
  keptName,
  comparison: Comparison,
  ...source
}: MergeDialogProps<Row>) => {
  const { id, open, close } = useOpenedRecord("merge");
  return (
    <Dialog
      open={id !== ""}
      onClose={close}
      isInUrl
      size="lg"
      title={`Merge another ${noun} into ${keptName}`}
      description={`If two ${noun} records belong to the same person, you can merge them. You can undo this for 30 days.`}
    >
      {id === NEW_RECORD_ID ? (
        <RecordSearch<Row>
          {...source}
          name="merged"
          noun={noun}
          label={`Other ${noun}`}
          placeholder="Type a name or email"
          getDetail={({ email }) => email}
          hiddenId={keptId}
          onChoose={(row) => open(row.id)}
        />
      ) : (
        <Comparison key={id} keptId={keptId} mergedId={id} onDone={close} />
      )}
    </Dialog>
  );
};
