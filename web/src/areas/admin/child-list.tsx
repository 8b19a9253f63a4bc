import { useId, type ReactNode } from "react";
import { PAGE_LIMIT_MAX } from "#contracts/limits.ts";
import { useRecords, type Resource } from "#data/resource.ts";
import type { ParentIds } from "#kit/forms/record-editor.tsx";
import { useRowEditing, type RowEditing } from "#kit/lists/row-editing.tsx";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/class-names.ts";
import { SectionHeading } from "#ui/section-heading.tsx";
import { QueryStates } from "./query-states.tsx";

interface ChildListProps<Row> {
  /** Plural name of the rows, such as "waivers and training". */
  readonly pluralNoun: string;
  readonly resource: Resource<Row, unknown, unknown>;
  /** The list's filter by its parent, which a new row gets, too. */
  readonly parent: ParentIds;
  readonly filters?: Readonly<Record<string, string>>;
  /** The form gets `parent` and passes it to its `RecordEditor`. `noun` is also the name of the URL parameter. */
  readonly editing: RowEditing<Row>;
  readonly nameOf: (row: Row) => string;
  /** Shown below the row's name. */
  readonly renderDetails: (row: Row) => ReactNode;
  /** Renders an action next to the row's menu. */
  readonly renderActions?: (row: Row) => ReactNode;
  /** Replaces "Add <noun>", for screen readers only. The button then says "Add". */
  readonly addLabel?: string;
  readonly emptyText: string;
  /** Shown below the list. */
  readonly children?: ReactNode;
}

/** Lists all records that belong to another record, on its page. Each is edited in its row. */
export const ChildList = <Row extends { readonly id: string }>(props: ChildListProps<Row>) => {
  const { pluralNoun, resource, parent, nameOf, renderActions, addLabel } = props;
  const query = useRecords(resource, { ...parent, ...props.filters, limit: PAGE_LIMIT_MAX });
  const editing = useRowEditing(props, query.data?.rows);
  const titleId = useId();
  const renderRow = (row: Row) => (
    <div
      className={cx(
        "flex items-center justify-between",
        renderActions ? "flex-wrap gap-x-4 gap-y-2" : "gap-3",
      )}
    >
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold wrap-anywhere">{nameOf(row)}</p>
        <p className="quiet text-sm">{props.renderDetails(row)}</p>
      </div>
      <div className="ml-auto flex items-center gap-2">{editing?.renderActions(row)}</div>
    </div>
  );
  return (
    <section className="card-box p-5 sm:p-6" aria-labelledby={titleId}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SectionHeading id={titleId}>
          {pluralNoun.charAt(0).toUpperCase() + pluralNoun.slice(1)}
        </SectionHeading>
        {editing?.add && (
          <Button variant="outline" size="sm" aria-label={addLabel} onClick={editing.add}>
            {addLabel === undefined ? `Add ${props.editing.noun}` : "Add"}
          </Button>
        )}
      </div>
      {editing?.formAboveList?.form}
      <QueryStates query={query} subject={pluralNoun}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="quiet mt-1 text-sm">{props.emptyText}</p>
          ) : (
            <ul className="divide-base-300 divide-y">
              {rows.map((row) => (
                <li key={row.id} data-row={row.id} className="py-3">
                  {editing?.editedRow?.id === row.id ? editing.editedRow.form : renderRow(row)}
                </li>
              ))}
            </ul>
          )
        }
      </QueryStates>
      {props.children}
    </section>
  );
};
