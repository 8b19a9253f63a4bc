import type { ReactNode } from "react";
import { useRecordTotal, type Resource } from "#data/resource.ts";
import { totalText } from "#kit/lists/list-paging.tsx";
import { RecordList, type RecordListProps } from "#kit/lists/record-list.tsx";
import { useQueryString } from "#kit/lists/use-query-string.ts";
import { StatCard } from "#ui/stat-card.tsx";
import { figureText } from "../query-states.tsx";

const ORDERS = { "-createdAt": "Newest first", createdAt: "Oldest first" };

/** The values of the `flag` filter. An empty string means all records. */
type FlagValue = "" | "true" | "false";

interface FlagOption {
  readonly value: FlagValue;
  readonly label: string;
}

export interface ReviewSectionProps<Row, Changes> {
  /** Plural name of the rows, such as "testimonials". */
  readonly pluralNoun: string;
  readonly list: RecordListProps<Row>["list"];
  /** Name of the boolean field that says whether a record is published. */
  readonly flag: string;
  readonly resource: Resource<Row, never, Changes>;
  readonly figures: readonly FlagOption[];
  /** The first tab is selected by default. */
  readonly tabs: readonly [FlagOption, ...FlagOption[]];
  readonly emptyTitles: Readonly<Record<string, string>>;
  readonly failureTitle?: string;
  readonly nameOf: (row: Row) => string;
  readonly renderCard: (row: Row) => ReactNode;
  /** Hidden on the tab for published records. */
  readonly renderBulkActions: (rows: readonly Row[], clear: () => void) => ReactNode;
}

/** A moderation queue: counts by status, and a list of cards to review. */
export const ReviewSection = <Row extends { readonly id: string }, Changes>(
  props: ReviewSectionProps<Row, Changes>,
) => {
  const { pluralNoun, flag, resource, figures, tabs, emptyTitles } = props;
  const [params] = useQueryString();
  const flagValue = params.get(flag) || tabs[0].value;
  const totals = {
    "": useRecordTotal(resource, {}),
    true: useRecordTotal(resource, { [flag]: "true" }),
    false: useRecordTotal(resource, { [flag]: "false" }),
  };

  return (
    <>
      <div className="mb-8 grid grid-cols-2 gap-3 max-sm:*:first:col-span-2 sm:grid-cols-3 sm:gap-4">
        {figures.map(({ value, label }) => (
          <StatCard key={label} label={label} value={figureText(totals[value], totalText)} />
        ))}
      </div>
      <RecordList
        pluralNoun={pluralNoun}
        list={props.list}
        resource={resource}
        refreshedReads={[resource.list]}
        tabs={{
          filter: flag,
          options: tabs.map((tab) => ({
            ...tab,
            count: totals[tab.value].data?.total ?? undefined,
          })),
        }}
        defaults={tabs[0].value ? { [flag]: tabs[0].value } : {}}
        orders={ORDERS}
        emptyTitle={emptyTitles[flagValue] ?? ""}
        failureTitle={props.failureTitle}
        maxHeight="max-h-[max(600px,100dvh-9rem)]"
        nameOf={props.nameOf}
        renderCard={props.renderCard}
        renderBulkActions={
          flagValue === "true"
            ? undefined
            : (rows, clear) => props.renderBulkActions(rows, () => clear())
        }
      />
    </>
  );
};
