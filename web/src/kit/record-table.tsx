import Plus from "lucide-react/icons/plus";
import { useState, type ComponentType, type ReactNode } from "react";
import { useRecords, type Resource } from "../data/resource.ts";
import { Button } from "../ui/button.tsx";
import { SectionHeading } from "../ui/section-heading.tsx";
import { DataTable, type Column } from "./data-table.tsx";
import { DeleteButton } from "./delete-button.tsx";
import type { Tabs } from "./list-tabs.tsx";
import type { ListProps } from "./list-frame.tsx";
import type { Filter } from "./list-toolbar.tsx";
import { useListAddress, type ListAddress } from "./use-list-address.ts";
import { useQueryString } from "./use-query-string.ts";

const PAGE_SIZE = 20;
const NEW = "new";

export interface EditorProps<Row> {
  /** Null for a new record. */
  readonly record: Row | null;
  readonly onDone: () => void;
}

export interface RecordTableProps<Row> {
  /** Singular name of a record, such as "location". */
  readonly noun: string;
  /** Plural name, if it isn't `noun` plus "s". */
  readonly nouns?: string;
  readonly columns: readonly Column<Row>[];
  readonly filters?: readonly Filter[];
  readonly tabs?: Tabs;
  readonly refreshes?: ListProps<Row>["refreshes"];
  /** Default filter values when the URL sets none. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** The list's definition in the contract. */
  readonly list: { readonly sorts: readonly [string, ...string[]] };
  readonly resource: Resource<Row, unknown, unknown>;
  /** The record's name, for its buttons. */
  readonly nameOf: (row: Row) => string;
  readonly Editor: ComponentType<EditorProps<Row>>;
  readonly deleteQuestion: string;
  /** Without it, every record can be deleted. */
  readonly canDelete?: (row: Row) => boolean;
  readonly renderListActions?: (list: ListAddress) => ReactNode;
  readonly renderActions?: (row: Row) => ReactNode;
}

/** A table with search, filters, and pages. Edits one record at a time in its row and asks before deleting. */
export const RecordTable = <Row extends { readonly id: string }>(props: RecordTableProps<Row>) => {
  const { noun, nouns = `${noun}s`, columns, filters, tabs, defaults, resource } = props;
  const { nameOf, canDelete, Editor } = props;
  const list = useListAddress({
    sorts: props.list.sorts,
    filters: [...(filters?.map(({ name }) => name) ?? []), ...(tabs ? [tabs.filter] : [])],
    defaults,
    pageSize: PAGE_SIZE,
  });
  const query = useRecords(resource, list.query);
  const [params, change] = useQueryString();
  const edited = params.get("edit");
  const record = query.data?.rows.find(({ id }) => id === edited);
  const [opened, setOpened] = useState<Row | null>(null);
  if (record && record !== opened) setOpened(record);
  // The record was deleted or moved to another page. Keep its form open, so nothing typed is lost.
  const unlisted = !record && opened?.id === edited ? opened : null;

  const edit = (id: string) => change({ edit: id }, { replace: true });
  const done = () => edit("");

  return (
    <section aria-label={nouns}>
      {edited === NEW && (
        <div className="card-box mb-6 p-5">
          <SectionHeading className="mb-3">Add {noun}</SectionHeading>
          <Editor record={null} onDone={done} />
        </div>
      )}
      {unlisted && (
        <div className="card-box mb-6 p-5">
          <SectionHeading className="mb-3">Edit {nameOf(unlisted)}</SectionHeading>
          <Editor key={unlisted.id} record={unlisted} onDone={done} />
        </div>
      )}
      <DataTable
        caption={nouns}
        columns={columns}
        filters={filters}
        tabs={tabs}
        refreshes={props.refreshes}
        list={list}
        query={query}
        empty={`No ${nouns} yet`}
        listActions={
          <>
            {props.renderListActions?.(list)}
            {edited !== NEW && (
              <Button onClick={() => edit(NEW)}>
                <Plus aria-hidden="true" size={18} />
                Add {noun}
              </Button>
            )}
          </>
        }
        editing={
          record && {
            id: record.id,
            form: <Editor key={record.id} record={record} onDone={done} />,
          }
        }
        renderActions={(row) => (
          <>
            {props.renderActions?.(row)}
            <Button
              variant="outline"
              size="sm"
              aria-label={`Edit ${nameOf(row)}`}
              onClick={() => edit(row.id)}
            >
              Edit
            </Button>
            {(canDelete?.(row) ?? true) && (
              <DeleteButton
                noun={noun}
                resource={resource}
                question={props.deleteQuestion}
                id={row.id}
                name={nameOf(row)}
              />
            )}
          </>
        )}
      />
    </section>
  );
};
