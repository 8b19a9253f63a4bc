import type { UseMutationResult, UseQueryResult } from "@tanstack/react-query";
import Plus from "lucide-react/icons/plus";
import { useId, useState, type ComponentType, type ReactNode } from "react";
import type { RecordMove } from "#data/resource.ts";
import type { EditorProps } from "#kit/lists/row-editing.tsx";
import { NEW_RECORD_ID, useOpenedRecord } from "#kit/lists/use-opened-record.ts";
import { SortableList } from "#kit/lists/sortable-list.tsx";
import { Button } from "#ui/button.tsx";
import { CheckField } from "#ui/fields/check-field.tsx";
import { EmptyState } from "#ui/states.tsx";
import { showFailure, type FailureMessage } from "#ui/messages/show-failure.ts";
import { QueryStates } from "#admin/query-states.tsx";
import type { ContentPanelName } from "./panel-names.ts";

interface OrderedRow {
  readonly id: string;
  readonly isActive: boolean;
}

export interface EntryActions {
  readonly onEdit: () => void;
}

export interface OrderedRecordsProps<Row> {
  readonly title: string;
  readonly panelName: ContentPanelName;
  /** Singular name of a record, such as "mission item". */
  readonly noun: string;
  readonly query: UseQueryResult<readonly Row[]>;
  readonly move: UseMutationResult<unknown, Error, RecordMove>;
  /** Shown when a move fails. */
  readonly failure: FailureMessage;
  readonly nameOf: (row: Row) => string;
  /** Label of the switch that reveals inactive records. If there is no label, inactive records are always listed. */
  readonly hiddenSwitchLabel?: string;
  readonly Editor: ComponentType<EditorProps<Row>>;
  readonly renderEntry: (row: Row, actions: EntryActions, rows: readonly Row[]) => ReactNode;
}

interface SortableRecordsProps<Row> extends OrderedRecordsProps<Row> {
  readonly rows: readonly Row[];
  readonly visibleRows: readonly Row[];
  readonly editedId: string;
  readonly onEdit: (id: string) => void;
  readonly onDone: () => void;
}

const SortableRecords = <Row extends OrderedRow>({
  rows,
  visibleRows,
  editedId,
  ...props
}: SortableRecordsProps<Row>) => {
  const { noun, move, failure, nameOf, Editor, renderEntry, onEdit, onDone } = props;
  const showMoveFailure = (error: Error) =>
    showFailure(`The ${noun} could not be moved`, error, failure);
  if (visibleRows.length === 0) return <EmptyState title={`No ${noun}s yet`} />;
  return (
    <SortableList
      label={`${noun[0]?.toUpperCase()}${noun.slice(1)}s`}
      items={visibleRows}
      nameOf={nameOf}
      openItemId={editedId}
      onMove={({ id }, targetRow) =>
        move.mutate({ id, order: rows.indexOf(targetRow) + 1 }, { onError: showMoveFailure })
      }
    >
      {(row) =>
        editedId === row.id ? (
          <Editor record={row} onDone={onDone} />
        ) : (
          renderEntry(row, { onEdit: () => onEdit(row.id) }, rows)
        )
      }
    </SortableList>
  );
};

/** A short list in the order that visitors see. Only one record at a time can be added or edited. */
export const OrderedRecords = <Row extends OrderedRow>(props: OrderedRecordsProps<Row>) => {
  const { title, noun, query, hiddenSwitchLabel, Editor } = props;
  const [isShowingHidden, setShowingHidden] = useState(false);
  const { id: editedId, open, close } = useOpenedRecord("edit", { panel: props.panelName });
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="border-base-300 mt-6 border-t pt-6 outline-none">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h3 id={titleId} className="text-title font-semibold">
          {title}
        </h3>
        {hiddenSwitchLabel && (
          <CheckField
            role="switch"
            aria-checked={isShowingHidden}
            label={hiddenSwitchLabel}
            checked={isShowingHidden}
            onValue={setShowingHidden}
          />
        )}
      </div>
      {editedId === NEW_RECORD_ID ? (
        <div className="border-base-300 mb-4 rounded-xl border p-4">
          <Editor record={null} onDone={close} />
        </div>
      ) : (
        <Button className="mb-4" variant="outline" onClick={() => open(NEW_RECORD_ID)}>
          <Plus aria-hidden="true" size={18} />
          Add {noun}
        </Button>
      )}
      <QueryStates query={query} subject={`the ${noun}s`}>
        {(rows) => (
          <SortableRecords
            {...props}
            rows={rows}
            visibleRows={
              !hiddenSwitchLabel || isShowingHidden ? rows : rows.filter(({ isActive }) => isActive)
            }
            editedId={editedId}
            onEdit={open}
            onDone={close}
          />
        )}
      </QueryStates>
    </section>
  );
};
