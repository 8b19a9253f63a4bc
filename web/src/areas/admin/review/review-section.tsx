import type { ReactNode } from "react";
import { useRecordTotal, type Resource } from "#data/resource.ts";
import { totalText } from "#kit/lists/list-paging.tsx";
import { RecordList, type RecordListProps } from "#kit/lists/record-list.tsx";
import { useQueryString } from "#kit/lists/use-query-string.ts";
import { StatCard } from "#ui/stat-card.tsx";
import { figure } from "../query-states.tsx";

const ORDERS = { "-createdAt": "Newest first", createdAt: "Oldest first" };

/** Values of the filter on `flag`; empty means all. */
type State = "" | "true" | "false";

interface StateLabel {
  readonly value: State;
  readonly label: string;
}

export interface ReviewSectionProps<Row, Changes> {
  /** Plural name of the rows, such as "testimonials". */
  readonly nouns: string;
  readonly list: RecordListProps<Row>["list"];
  /** Name of the boolean filter for published records. */
  readonly flag: string;
  readonly resource: Resource<Row, never, Changes>;
  readonly figures: readonly StateLabel[];
  /** The first tab is selected by default. */
  readonly tabs: readonly [StateLabel, ...StateLabel[]];
  readonly empty: Readonly<Record<string, string>>;
  readonly failed?: string;
  readonly nameOf: (row: Row) => string;
  readonly renderCard: (row: Row) => ReactNode;
  /** Hidden on the tab of published records. */
  readonly renderBulkActions: (rows: readonly Row[], clear: () => void) => ReactNode;
}

/** A moderation queue: counts by status, and a list of cards to review. */
export const ReviewSection = <Row extends { readonly id: string }, Changes>(
  props: ReviewSectionProps<Row, Changes>,
) => {
  const { nouns, flag, resource, figures, tabs, empty } = props;
  const [params] = useQueryString();
  const state = params.get(flag) || tabs[0].value;
  const totals = {
    "": useRecordTotal(resource, {}),
    true: useRecordTotal(resource, { [flag]: "true" }),
    false: useRecordTotal(resource, { [flag]: "false" }),
  };

  return (
    <>
      <div className="mb-8 grid grid-cols-2 gap-3 max-sm:*:first:col-span-2 sm:grid-cols-3 sm:gap-4">
        {figures.map(({ value, label }) => (
          <StatCard key={label} label={label} value={figure(totals[value], totalText)} />
        ))}
      </div>
      <RecordList
        nouns={nouns}
        list={props.list}
        resource={resource}
        refreshes={[resource.list]}
        tabs={{
          filter: flag,
          options: tabs.map((tab) => ({
            ...tab,
            count: totals[tab.value].data?.total ?? undefined,
          })),
        }}
        defaults={tabs[0].value ? { [flag]: tabs[0].value } : {}}
        orders={ORDERS}
        emptyTitle={empty[state] ?? ""}
        failureTitle={props.failed}
        height="h-[600px]"
        nameOf={props.nameOf}
        renderCard={props.renderCard}
        renderBulkActions={
          state === "true"
            ? undefined
            : (rows, clear) => props.renderBulkActions(rows, () => clear())
        }
      />
    </>
  );
};
