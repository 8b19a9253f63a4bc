import type { z } from "zod";
import type { Fragment, Row, Sql } from "../../../_shared/clients/database.ts";
import { SUMMED_ROWS_MAX } from "../../../_shared/contracts/limits.ts";
import type { donationEndpoints } from "../../../_shared/contracts/donations.ts";
import type { Output } from "../../../_shared/contracts/endpoint.ts";
import type { storedTribute } from "../../../_shared/contracts/tributes.ts";
import type { ListQueryOf, WholeListQueryOf } from "../../../_shared/contracts/list.ts";
import {
  type AdminDonationRow,
  adminDonationColumns,
  findAdminDonation,
} from "../../../_shared/donations/queries/admin-donation.ts";
import type { DonationDocument } from "../../../_shared/rules/donation-documents.ts";
import { readPage } from "../../../_shared/queries/page.ts";
import { countShown, isShownMoney } from "../../../_shared/queries/shown-money.ts";
import { createWrites } from "../../../_shared/queries/write.ts";
import { openWholeList, selectWholeList } from "../../../_shared/queries/whole-list.ts";
import { sortName } from "../../../_shared/queries/sort-name.ts";

type RecentDonors = Output<typeof donationEndpoints.listRecentDonations>;

/** Returns the first name, last initial, amount and day of the latest completed donations. */
export async function listRecentDonors(sql: Sql, limit: number): Promise<RecentDonors> {
  const [row] = await sql<
    [{ donors: RecentDonors }]
  >`select private.recent_donors(${limit}) as donors`;
  return row.donors;
}

/** Returns the latest completed donations with their donors. */
export function listRecentDonations(sql: Sql, limit: number) {
  return sql<AdminDonationRow[]>`
    select ${adminDonationColumns(sql)}, completed_at as created_at
    from public.donations
    where completed_at is not null and ${isShownMoney(sql)}
    order by completed_at desc, id desc
    limit ${limit}`;
}

/** A donation with its receipt number and Stripe ids. */
export type ExportedDonation = AdminDonationRow &
  Pick<
    Row<"donations">,
    | "completedAt"
    | "processingAt"
    | "receiptNumber"
    | "stripeChargeId"
    | "stripePaymentIntentId"
    | "softCreditDonorId"
  > & { readonly creditedPerson: string | null; readonly depositedOn: string | null };

interface LinkedDonation {
  readonly id: string;
  readonly receiptNumber: string;
}

interface DonationDetails {
  readonly receiptNumber: string | null;
  readonly softCreditDonor: { readonly id: string; readonly name: string } | null;
  readonly depositId: string | null;
  readonly tribute: z.input<typeof storedTribute> | null;
  readonly voidReason: string | null;
  readonly isReceiptMailed: boolean;
  readonly isReceiptOutdated: boolean;
  readonly receiptPrintedAt: string | null;
  readonly importedFrom: string | null;
  readonly replaces: LinkedDonation | null;
  readonly replacedBy: LinkedDonation | null;
}

export async function findDonation(sql: Sql, id: string) {
  const selectLinkedDonation = (condition: Fragment) => sql`
    (select jsonb_build_object('id', linked.id, 'receiptNumber', linked.receipt_number)
      from public.donations as linked where ${condition})`;
  const [row] = await sql<(AdminDonationRow & DonationDetails)[]>`
    select ${adminDonationColumns(sql)}, created_at, deposit_id,
      private.donation_receipt(id) -> 'gifts' -> 0 ->> 'receiptNumber' as receipt_number,
      private.is_receipt_mailed(id) as is_receipt_mailed,
      private.outdated_receipt_date(id) is not null as is_receipt_outdated,
      (select max(paper.printed_at) from public.printed_papers as paper where paper.donation_id = donation.id)
        as receipt_printed_at,
      (select jsonb_build_object('id', donation.soft_credit_donor_id, 'name', btrim(person.first_name || ' ' || person.last_name))
        from private.donor_name(donation.soft_credit_donor_id) as person) as soft_credit_donor,
      (select private.tribute_view(record) from private.tribute_records as record
        where record.donation_id = donation.id) as tribute,
      (select voided.reason from public.donation_adjustments as voided
        where voided.donation_id = donation.id and voided.kind = 'void') as void_reason,
      (select entry.file_name from public.imports as entry where entry.id = donation.import_id) as imported_from,
      ${selectLinkedDonation(sql`linked.id = donation.replaces_id`)} as replaces,
      ${selectLinkedDonation(sql`linked.replaces_id = donation.id`)} as replaced_by
    from public.donations as donation where id = ${id}`;
  return row;
}

export const reissueReceipt = (sql: Sql, id: string) => sql`select private.reissue_receipt(${id})`;

/** Writes the fields that administrators may change. */
export const donationWrites = createWrites<AdminDonationRow>("donations", {
  returnedColumns: (sql) => sql`${adminDonationColumns(sql)}, created_at`,
  readCurrent: findAdminDonation,
});

/** Returns undefined if the money hasn't arrived or was refunded in full. */
export async function findReceipt(sql: Sql, id: string): Promise<DonationDocument | undefined> {
  const [row] = await sql<[{ receipt: DonationDocument | null }]>`
    select private.donation_receipt(${id}) as receipt`;
  return row.receipt ?? undefined;
}

type DonationQuery = WholeListQueryOf<typeof donationEndpoints.listDonations>;

const selectStatus = (sql: Sql, status: DonationQuery["status"]): readonly Fragment[] => {
  if (status === "all") return [];
  return [status === undefined ? sql`status <> 'failed'` : sql`status = ${status}`];
};

/** Selects paid and pending donations. Failed ones are listed only if the query asks for them. */
const createDonationListSource = (
  sql: Sql,
  { status, isRecurring, isDemo, method, donorId, from, to }: DonationQuery,
) => {
  const filters = [
    ...(isRecurring === undefined ? [] : [isRecurring ? sql`is_recurring` : sql`not is_recurring`]),
    ...(method === undefined ? [] : [sql`method = ${method}`]),
    ...(donorId === undefined ? [] : [sql`donor_id = ${donorId}`]),
    ...(from === undefined ? [] : [sql`given_on >= ${from}`]),
    ...(to === undefined ? [] : [sql`given_on <= ${to}`]),
  ];
  const isUnfiltered = filters.length === 0 && (status === undefined || status === "all");
  return {
    columns: sql`${adminDonationColumns(sql)}, created_at`,
    from: "donations" as const,
    where: [isShownMoney(sql, isDemo), ...selectStatus(sql, status), ...filters],
    minCount: isUnfiltered ? countShown(sql, "donation_count", isDemo) : undefined,
    searchedText: sql`search_text`,
    orders: {
      createdAt: [sql`given_on`, sql`created_at`],
      amount: [sql`amount`],
      lastName: [sortName(sql, sql`last_name`), sortName(sql, sql`first_name`)],
    },
    // A pending donation moves to another day when it's paid.
    fixedOrder: sql`created_at`,
  };
};

export const listDonations = async (
  sql: Sql,
  query: ListQueryOf<typeof donationEndpoints.listDonations>,
) => readPage<AdminDonationRow>(sql, query, createDonationListSource(sql, query));

export async function openDonationList(sql: Sql, query: DonationQuery) {
  const source = createDonationListSource(sql, query);
  const columns = sql`${source.columns}, completed_at, processing_at, receipt_number, stripe_charge_id, stripe_payment_intent_id,
    soft_credit_donor_id,
    (select deposit.deposited_on from public.deposits as deposit where deposit.id = deposit_id) as deposited_on,
    (select btrim(person.first_name || ' ' || person.last_name) from private.donor_name(soft_credit_donor_id) as person)
      as credited_person`;
  return openWholeList<ExportedDonation>(sql, query, { ...source, columns });
}

type DonationSums = z.input<typeof donationEndpoints.readDonationSums.output>;

/**
 * Adds up the donations that match the filters. This is a separate query, because it reads all the matching donations,
 * up to a limit.
 */
export async function readDonationSums(sql: Sql, query: DonationQuery): Promise<DonationSums> {
  const source = createDonationListSource(sql, query);
  const completedCondition = sql`status not in ('pending', 'failed', 'voided')`;
  const createSum = (expression: Fragment, condition: Fragment = completedCondition) => sql`
    case when count(*) <= ${SUMMED_ROWS_MAX} then coalesce(sum(${expression}) filter (where ${condition}), 0) end`;
  const [row] = await sql<[DonationSums]>`
    select least(count(*), ${SUMMED_ROWS_MAX}) as count, count(*) > ${SUMMED_ROWS_MAX} as is_capped,
      ${createSum(sql`amount - adjusted_amount`)} as amount,
      ${createSum(sql`fee_covered`)} as fee_covered,
      ${createSum(sql`adjusted_amount`)} as adjusted_amount,
      ${createSum(sql`amount`, sql`status = 'pending'`)} as pending_amount,
      ${createSum(sql`amount`, sql`status = 'failed'`)} as failed_amount
    from (${selectWholeList(sql, query, source)} limit ${SUMMED_ROWS_MAX + 1}) as listed`;
  return row;
}

export interface DonationTotals {
  readonly totalAmount: number;
  readonly donorCount: number;
  readonly donationCount: number;
  /** The month of the first donation, such as `2025-12`. Null if there are no donations. */
  readonly since: string | null;
  readonly averageDonation: number;
  /** Donations in the last 30 days. */
  readonly recentDonationCount: number;
}

export async function readDonationTotals(sql: Sql): Promise<DonationTotals> {
  const [row] = await sql<
    [{ totals: DonationTotals }]
  >`select private.donation_site_totals() as totals`;
  return row.totals;
}

type DonationTrends = Output<typeof donationEndpoints.listDonationTrends>;

/** Totals per month in the organization's time zone, oldest first, with 0 for empty months. */
export async function listDonationTrends(sql: Sql): Promise<DonationTrends> {
  const [row] = await sql<[{ trends: DonationTrends }]>`select private.donation_trends() as trends`;
  return row.trends;
}

const SOURCES_MAX = 200;

/** Adds up the completed donations of each source, after refunds. */
export const listDonationSources = (sql: Sql) =>
  sql<z.input<typeof donationEndpoints.listDonationSources.output>>`
    select
      source, count(*)::integer as donation_count, sum(amount - adjusted_amount) as total_amount,
      max(completed_at) as last_donation_at
    from public.donations
    where source is not null and completed_at is not null and ${isShownMoney(sql)}
    group by source
    order by total_amount desc, source
    limit ${SOURCES_MAX}`;
