import type { z } from "zod";
import type { Output } from "../../_shared/contracts/endpoint.ts";
import type { ListQueryOf } from "../../_shared/contracts/list.ts";
import type {
  adminRecurringDonation,
  recurringDonationEndpoints,
} from "../../_shared/contracts/recurring-donations.ts";
import { Page, readPage } from "../../_shared/queries/page.ts";
import { isShownMoney } from "../../_shared/queries/shown-money.ts";
import type { MyDonationsRow } from "../my-donations/queries.ts";
import type { Sql } from "../../_shared/clients/database.ts";
import { sortName } from "../../_shared/queries/sort-name.ts";

export type OwnRecurringDonation = MyDonationsRow["monthlyGifts"][number] & {
  readonly stripeCustomerId: string | null;
  readonly stripeSubscriptionId: string | null;
};

export async function findOwnRecurringDonation(
  sql: Sql,
  id: string,
): Promise<OwnRecurringDonation | undefined> {
  const [row] = await sql<[{ donation: OwnRecurringDonation | null }]>`
    select private.my_subscription(${id}) as donation`;
  return row.donation ?? undefined;
}

export const cancelDemoRecurringDonation = (sql: Sql, id: string) =>
  sql`select private.cancel_demo_subscription(${id})`;

type AdminRecurringDonation = z.input<typeof adminRecurringDonation>;

export async function findRecurringDonation(
  sql: Sql,
  id: string,
): Promise<AdminRecurringDonation | undefined> {
  const [row] = await sql<[{ donation: AdminRecurringDonation | null }]>`
    select private.subscription_record(${id}) as donation`;
  return row.donation ?? undefined;
}

const selectStarted = (sql: Sql) => sql`
  select * from public.subscriptions where ${isShownMoney(sql)} and status <> 'incomplete'`;

type ListedRecurringDonation = Pick<
  z.input<(typeof recurringDonationEndpoints.listRecurringDonations)["list"]["item"]>,
  "id" | "donorId" | "firstName" | "lastName" | "email"
> & { readonly view: AdminRecurringDonation };

/** Lists recurring donations with the donor's current name. If all donations were refunded, it's the name at checkout. */
export async function listRecurringDonations(
  sql: Sql,
  query: ListQueryOf<typeof recurringDonationEndpoints.listRecurringDonations>,
) {
  const { status, isEndedUnpaid } = query;
  const page = await readPage<ListedRecurringDonation>(sql, query, {
    columns: sql`id, donor_id, first_name, last_name, email, view`,
    from: sql`(
      select monthly.id, monthly.donor_id, monthly.amount, monthly.status, monthly.is_ended_unpaid, monthly.created_at,
        coalesce(donor.first_name, monthly.first_name) as first_name,
        coalesce(donor.last_name, monthly.last_name) as last_name,
        coalesce(donor.email, monthly.email) as email,
        coalesce(donor.search_text, private.search_text(monthly.first_name || ' ' || monthly.last_name))
          || private.search_text(monthly.email) as search_text,
        private.admin_subscription_view(monthly) as view
      from (${selectStarted(sql)}) as monthly
      left join public.donor_totals as donor on donor.is_demo = monthly.is_demo and donor.id = monthly.donor_id
    ) as recurring_donation`,
    where: [
      ...(status === undefined ? [] : [sql`status = ${status}`]),
      ...(isEndedUnpaid === undefined ? [] : [sql`is_ended_unpaid = ${isEndedUnpaid}`]),
    ],
    searchedText: sql`search_text`,
    orders: {
      startedAt: [sql`created_at`],
      amount: [sql`amount`],
      nextChargeAt: [sql`coalesce((view ->> 'nextChargeAt')::timestamptz, '-infinity')`],
      lastName: [sortName(sql, sql`last_name`), sortName(sql, sql`first_name`)],
    },
  });
  return new Page(
    page.items.map(({ view, ...donor }) => ({ ...view, ...donor })),
    page,
  );
}

export async function readRecurringDonationSums(
  sql: Sql,
): Promise<Output<typeof recurringDonationEndpoints.readRecurringDonationSums>> {
  const [row] = await sql<[Output<typeof recurringDonationEndpoints.readRecurringDonationSums>]>`
    select
      count(*) filter (where is_charged)::integer as active_count,
      coalesce(sum(amount) filter (where is_charged), 0) as active_amount,
      count(*) filter (where status = 'past_due')::integer as failing_count,
      coalesce(sum(amount) filter (where status = 'past_due'), 0) as failing_amount
    from (${selectStarted(sql)}) as monthly
    cross join lateral (select status = 'active' and cancels_at is null as is_charged) as charged`;
  return row;
}

interface CancellationRequest {
  readonly stripeSubscriptionId: string | null;
  readonly isCanceled: boolean;
  /** True if the same administrator has requested this cancellation before. */
  readonly isRepeated: boolean;
}

export async function requestCancellation(
  sql: Sql,
  id: string,
  reason: string,
): Promise<CancellationRequest | undefined> {
  const [row] = await sql<[{ request: CancellationRequest | null }]>`
    select private.request_cancellation(${id}, ${reason}) as request`;
  return row.request ?? undefined;
}

interface CardLinkRecipient {
  readonly donorId: string;
  /** Null if the donor has no email address. */
  readonly email: string | null;
  /** Whether a link sent to this address shows this donor's gifts. */
  readonly opensDonor: boolean;
  readonly hasBillingPortal: boolean;
}

export async function findCardLinkRecipient(
  sql: Sql,
  id: string,
): Promise<CardLinkRecipient | undefined> {
  const [row] = await sql<[{ recipient: CardLinkRecipient | null }]>`
    select private.card_link_recipient(${id}) as recipient`;
  return row.recipient ?? undefined;
}
