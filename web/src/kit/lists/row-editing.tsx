import Plus from "lucide-react/icons/plus";
import type { ComponentType, ReactNode } from "react";
import type { Resource } from "#data/resource.ts";
import { Button } from "#ui/button.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { DeleteButton } from "../forms/delete-button.tsx";
import type { EditedRow } from "./list-table.tsx";
import { RowAction, RowMenu } from "./row-menu.tsx";
import { NEW_RECORD_ID, useOpenedRecord, useRecordOf } from "./use-opened-record.ts";

export interface EditorProps<Row> {
  /** Null for a new record. */
  readonly record: Row | null;
  readonly onDone: () => void;
}

export interface RowEditing<Row> {
  /** Singular name of a record, such as "location". */
  readonly noun: string;
  readonly Editor: ComponentType<EditorProps<Row>>;
  readonly deleteQuestion?: string;
  /** If omitted, every record can be edited. */
  readonly canEdit?: (row: Row) => boolean;
  /** If omitted, every record can be deleted. */
  readonly canDelete?: (row: Row) => boolean;
  /** Puts Edit and Delete in a menu. By default, they are buttons. */
  readonly hasMenu?: true;
  readonly renderMenuActions?: (row: Row) => ReactNode;
}

interface EditedList<Row> {
  readonly resource: Resource<Row, unknown, unknown>;
  readonly editing?: RowEditing<Row> | undefined;
  readonly nameOf?: ((row: Row) => string) | undefined;
  readonly renderActions?: ((row: Row) => ReactNode) | undefined;
}

export interface EditingElements<Row> {
  /** The form for a new record, or for a record that is no longer on this page of the list. */
  readonly formAboveList: ReactNode;
  readonly addButton: ReactNode;
  readonly editedRow: EditedRow | undefined;
  readonly renderActions: (row: Row) => ReactNode;
}

const EditorCard = ({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) => (
  <div className="card-box mb-6 p-5">
    <SectionHeading className="mb-3">{title}</SectionHeading>
    {children}
  </div>
);

/**
 * Edits one record of a list at a time, in its row, and asks before deleting one. Null if records can't be edited in
 * the list.
 */
export const useRowEditing = <Row extends { readonly id: string }>(
  { editing, resource, nameOf = ({ id }) => id, renderActions }: EditedList<Row>,
  rows: readonly Row[] | undefined,
): EditingElements<Row> | null => {
  const { id, open, close } = useOpenedRecord();
  const record = useRecordOf(rows, id);
  if (!editing) return null;
  const isListed = record !== null && rows?.some((row) => row.id === record.id);
  const { noun, Editor } = editing;

  return {
    formAboveList: (
      <>
        {id === NEW_RECORD_ID && (
          <EditorCard title={`Add ${noun}`}>
            <Editor record={null} onDone={close} />
          </EditorCard>
        )}
        {record && !isListed && (
          <EditorCard title={`Edit ${nameOf(record)}`}>
            <Editor key={record.id} record={record} onDone={close} />
          </EditorCard>
        )}
      </>
    ),
    addButton: id !== NEW_RECORD_ID && (
      <Button onClick={() => open(NEW_RECORD_ID)}>
        <Plus aria-hidden="true" size={18} />
        Add {noun}
      </Button>
    ),
    editedRow: isListed
      ? { id: record.id, form: <Editor key={record.id} record={record} onDone={close} /> }
      : undefined,
    renderActions: (row) => {
      const name = nameOf(row);
      const canEdit = editing.canEdit?.(row) ?? true;
      const canDelete = editing.canDelete?.(row) ?? true;
      const hasNoActions = !canEdit && !canDelete && editing.renderMenuActions === undefined;
      const recordActions = (
        <>
          {canEdit && (
            <RowAction aria-label={`Edit ${name}`} onClick={() => open(row.id)}>
              Edit
            </RowAction>
          )}
          {editing.renderMenuActions?.(row)}
          {canDelete && (
            <DeleteButton
              noun={noun}
              resource={resource}
              question={
                editing.deleteQuestion ??
                `Are you sure you want to delete this ${noun}? This action cannot be undone.`
              }
              id={row.id}
              name={name}
            />
          )}
        </>
      );
      return (
        <>
          {renderActions?.(row)}
          {editing.hasMenu && !hasNoActions ? (
            <RowMenu name={name}>{recordActions}</RowMenu>
          ) : (
            recordActions
          )}
        </>
      );
    },
  };
};
