import type { ComponentType, ReactNode } from "react";
import type { Resource } from "#data/resource.ts";
import { DeleteButton } from "../forms/delete-button.tsx";
import type { ParentIds } from "../forms/record-editor.tsx";
import type { EditedRow } from "./list-table.tsx";
import { RowAction, RowMenu } from "./row-menu.tsx";
import { NEW_RECORD_ID, useOpenedRecord, useRecordOf } from "./use-opened-record.ts";

export interface EditorProps<Row> {
  /** Null for a new record. */
  readonly record: Row | null;
  /** Set in a child list. */
  readonly parent?: ParentIds | undefined;
  readonly onDone: () => void;
}

export interface RowEditing<Row> {
  /** Singular name of a record, such as "location". */
  readonly noun: string;
  readonly Editor: ComponentType<EditorProps<Row>>;
  readonly deleteQuestion?: string;
  /** What to say before a certain record is deleted, below the question. */
  readonly renderDeleteWarning?: (row: Row) => ReactNode;
  /** If omitted, every record can be edited. */
  readonly canEdit?: (row: Row) => boolean;
  /** If omitted, every record can be deleted. */
  readonly canDelete?: (row: Row) => boolean;
  /** Further actions of the row's menu, between Edit and Delete. */
  readonly renderMenuActions?: (row: Row) => ReactNode;
}

interface EditedList<Row> {
  readonly resource: Resource<Row, unknown, unknown>;
  readonly editing?: RowEditing<Row> | undefined;
  readonly nameOf?: ((row: Row) => string) | undefined;
  readonly renderActions?: ((row: Row) => ReactNode) | undefined;
  /** Set in a child list. */
  readonly parent?: ParentIds;
}

export interface EditingElements<Row> {
  /** The form for a new record, or for a record that is no longer on this page of the list. */
  readonly formAboveList: { readonly title: string; readonly form: ReactNode } | null;
  /** Opens the form for a new record. Null if it's open. */
  readonly add: (() => void) | null;
  readonly editedRow: EditedRow | undefined;
  readonly renderActions: (row: Row) => ReactNode;
}

/**
 * Edits one record of a list at a time, in its row, and asks before deleting one. Null if records can't be edited in
 * the list.
 */
export const useRowEditing = <Row extends { readonly id: string }>(
  { editing, resource, nameOf = ({ id }) => id, renderActions, parent }: EditedList<Row>,
  rows: readonly Row[] | undefined,
): EditingElements<Row> | null => {
  // A page can have several child lists, so each needs a URL parameter of its own.
  const { id, open, close } = useOpenedRecord(parent && editing?.noun);
  const record = useRecordOf(rows, id);
  if (!editing) return null;
  const isNew = id === NEW_RECORD_ID;
  const isListed = record !== null && rows?.some((row) => row.id === record.id);
  const { noun, Editor } = editing;
  const form = <Editor key={record?.id} record={record} parent={parent} onDone={close} />;
  const title = record ? `Edit ${nameOf(record)}` : `Add ${noun}`;

  return {
    formAboveList: isNew || (record && !isListed) ? { title, form } : null,
    add: isNew ? null : () => open(NEW_RECORD_ID),
    editedRow: isListed ? { id: record.id, form } : undefined,
    renderActions: (row) => {
      const name = nameOf(row);
      const canEdit = editing.canEdit?.(row) ?? true;
      const canDelete = editing.canDelete?.(row) ?? true;
      const hasNoActions = !canEdit && !canDelete && editing.renderMenuActions === undefined;
      // All of them are in the menu, so that a row shows at most the button of `renderActions`.
      const menu = !hasNoActions && (
        <RowMenu name={name}>
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
                <>
                  {editing.deleteQuestion ??
                    `Are you sure you want to delete this ${noun}? This action cannot be undone.`}
                  {editing.renderDeleteWarning?.(row)}
                </>
              }
              record={row}
              name={name}
            />
          )}
        </RowMenu>
      );
      return (
        <>
          {renderActions?.(row)}
          {menu}
        </>
      );
    },
  };
};
