import { useState, type ReactNode } from "react";
import { useRecordTotal, type Resource } from "#data/resource.ts";
import { totalText } from "#kit/lists/list-paging.tsx";
import { RecordList, type RecordListProps } from "#kit/lists/record-list.tsx";
import { useQueryString } from "#kit/lists/use-query-string.ts";
import { StatCard } from "#ui/stat-card.tsx";
import { figureText, LoadingRows } from "../query-states.tsx";
import { WithFigures } from "../with-figures.tsx";

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
  /** The first tab is selected by default, unless `opensOnWaiting`. */
  readonly tabs: readonly [FlagOption, ...FlagOption[]];
  /** Selects the tab of unpublished records by default if there are any. */
  readonly opensOnWaiting?: boolean;
  readonly emptyTitles: Readonly<Record<string, string>>;
  readonly failureTitle?: string;
  readonly nameOf: (row: Row) => string;
  readonly renderCard: (row: Row) => ReactNode;
  /** Hidden on the tab for published records. */
  readonly renderBulkActions: (rows: readonly Row[], clear: () => void) => ReactNode;
}

type Totals = Readonly<Record<FlagValue, ReturnType<typeof useRecordTotal>>>;

type ReviewListProps<Row extends { readonly id: string }, Changes> = ReviewSectionProps<
  Row,
  Changes
> & { readonly totals: Totals };

const ReviewList = <Row extends { readonly id: string }, Changes>({
  totals,
  ...props
}: ReviewListProps<Row, Changes>) => {
  const { pluralNoun, flag, resource, tabs, emptyTitles } = props;
  const [params] = useQueryString();
  // Publishing the last record that waits must not switch tabs.
  const [defaultValue] = useState(
    props.opensOnWaiting && (totals.false.data?.total ?? 0) > 0 ? "false" : tabs[0].value,
  );
  const flagValue = params.get(flag) || defaultValue;
  return (
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
      defaults={defaultValue ? { [flag]: defaultValue } : {}}
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
  );
};

/** A moderation queue: counts by status, and a list of cards to review. */
export const ReviewSection = <Row extends { readonly id: string }, Changes>(
  props: ReviewSectionProps<Row, Changes>,
) => {
  const { flag, resource, figures } = props;
  const totals: Totals = {
    "": useRecordTotal(resource, {}),
    true: useRecordTotal(resource, { [flag]: "true" }),
    false: useRecordTotal(resource, { [flag]: "false" }),
  };
  const isTabKnown = !props.opensOnWaiting || !totals.false.isPending;

  return (
    <WithFigures
      figures={
        <div className="mb-8 grid grid-cols-2 gap-3 max-sm:*:first:col-span-2 sm:grid-cols-3 sm:gap-4">
          {figures.map(({ value, label }) => (
            <StatCard key={label} label={label} value={figureText(totals[value], totalText)} />
          ))}
        </div>
      }
    >
      {isTabKnown ? (
        <ReviewList {...props} totals={totals} />
      ) : (
        <LoadingRows label={`Loading the ${props.pluralNoun}`} />
      )}
    </WithFigures>
  );
};
