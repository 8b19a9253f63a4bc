import type { Sql } from "../../_shared/clients/database.ts";
import type { donationAdjustmentEndpoints } from "../../_shared/contracts/donation-adjustments.ts";
import type { Output } from "../../_shared/contracts/endpoint.ts";
import type { ListQueryOf, WholeListQueryOf } from "../../_shared/contracts/list.ts";
import { readPage } from "../../_shared/queries/page.ts";
import { isShownMoney } from "../../_shared/queries/shown-money.ts";
import { openWholeList } from "../../_shared/queries/whole-list.ts";

export type ListedAdjustment = Omit<
  Output<typeof donationAdjustmentEndpoints.listDonationAdjustments>[number],
  "amount"
> & { readonly amount: string };

const createAdjustmentSource = (
  sql: Sql,
  { kind, from, to }: WholeListQueryOf<typeof donationAdjustmentEndpoints.listDonationAdjustments>,
) => ({
  columns: sql`*`,
  from: sql`(
    select * from private.donation_reductions where ${isShownMoney(sql)}
  ) as reduction`,
  where: [
    ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
    ...(from === undefined ? [] : [sql`counted_on >= ${from}`]),
    ...(to === undefined ? [] : [sql`counted_on <= ${to}`]),
  ],
  searchedText: sql`private.search_text(concat_ws(' ', first_name, last_name, receipt_number))`,
  orders: { countedOn: [sql`counted_on`], amount: [sql`amount`] },
});

export const listDonationAdjustments = (
  sql: Sql,
  query: ListQueryOf<typeof donationAdjustmentEndpoints.listDonationAdjustments>,
) => readPage<ListedAdjustment>(sql, query, createAdjustmentSource(sql, query));

export const openAdjustmentList = (
  sql: Sql,
  query: WholeListQueryOf<typeof donationAdjustmentEndpoints.listDonationAdjustments>,
) => openWholeList<ListedAdjustment>(sql, query, createAdjustmentSource(sql, query));

const MONTHS_SHOWN = 24;

export const listDonationMonths = (sql: Sql) =>
  sql<Output<typeof donationAdjustmentEndpoints.listDonationMonths>>`
    select to_char(span.month, 'YYYY-MM') as month, books.*,
      books.given + books.refunded + books.disputed + books.returned + books.voided + books.late as net
    from generate_series(
      date_trunc('month', private.today()::timestamp) - make_interval(months => ${MONTHS_SHOWN - 1}),
      date_trunc('month', private.today()::timestamp), interval '1 month'
    ) as span (month)
    cross join lateral private.month_of_books(span.month::date) as books
    order by span.month desc`;
