import type { z } from "zod";
import type { Row, Sql } from "../../_shared/clients/database.ts";
import type { depositEndpoints } from "../../_shared/contracts/deposits.ts";
import type { Output } from "../../_shared/contracts/endpoint.ts";
import type { ListQueryOf, WholeListQueryOf } from "../../_shared/contracts/list.ts";
import { stateLateReason } from "../../_shared/donations/queries/late-reason.ts";
import { readPage } from "../../_shared/queries/page.ts";
import { isShownMoney } from "../../_shared/queries/shown-money.ts";
import { openWholeList } from "../../_shared/queries/whole-list.ts";
import type { DonationDocument } from "../../_shared/rules/donation-documents.ts";
import { createWrites } from "../../_shared/queries/write.ts";

export type ListedDeposit = Row<"deposits"> & {
  readonly donationCount: number;
  readonly deposited: number;
};
type DepositRecord = z.input<typeof depositEndpoints.getDeposit.output>;

const writes = createWrites("deposits");

type WithLateReason = Readonly<Record<string, unknown>> & { readonly lateReason?: string | null };

/** Writes deposits. `lateReason` says why a closed month is changed. */
export const depositWrites: typeof writes = {
  ...writes,
  insert: async (sql, { lateReason, ...values }: WithLateReason) => {
    await stateLateReason(sql, lateReason);
    return writes.insert(sql, values);
  },
  update: async (sql, id, { lateReason, ...changes }: WithLateReason) => {
    await stateLateReason(sql, lateReason);
    return writes.update(sql, id, changes);
  },
};

type DepositQuery = WholeListQueryOf<typeof depositEndpoints.listDeposits>;

const createListSource = (sql: Sql, { isDemo }: DepositQuery) => ({
  columns: sql`
    *, (select sums.donation_count from private.deposit_sums(id) as sums) as donation_count,
    (select sums.deposited from private.deposit_sums(id) as sums) as deposited`,
  from: "deposits" as const,
  where: [isShownMoney(sql, isDemo)],
  searchedText: sql`private.search_text(concat_ws(' ', reference, notes))`,
  orders: { depositedOn: [sql`deposited_on`], slipTotal: [sql`slip_total`] },
});

export const listDeposits = (sql: Sql, query: ListQueryOf<typeof depositEndpoints.listDeposits>) =>
  readPage<ListedDeposit>(sql, query, createListSource(sql, query));

export const openDepositList = (sql: Sql, query: DepositQuery) =>
  openWholeList<ListedDeposit>(sql, query, createListSource(sql, query));

/** Returns the organization as it is on papers. */
export async function readLetterhead(sql: Sql): Promise<DonationDocument["organization"]> {
  const [row] = await sql<[{ letterhead: DonationDocument["organization"] }]>`
    select private.letterhead() as letterhead`;
  return row.letterhead;
}

export async function findDeposit(sql: Sql, id: string): Promise<DepositRecord | undefined> {
  const [row] = await sql<[{ deposit: DepositRecord | null }]>`
    select private.deposit_record(${id}) as deposit`;
  return row.deposit ?? undefined;
}

export const closeDeposit = (sql: Sql, id: string) => sql`select private.close_deposit(${id})`;

export const reopenDeposit = (sql: Sql, id: string, reason: string) =>
  sql`select private.reopen_deposit(${id}, ${reason})`;

export const moveToDeposit = (sql: Sql, donationId: string, depositId: string | null) =>
  sql`select private.move_to_deposit(${donationId}, ${depositId})`;

const UNDEPOSITED_DONATIONS_MAX = 200;

export const listUndeposited = (sql: Sql) =>
  sql<Output<typeof depositEndpoints.listUndepositedDonations>>`
    select id as donation_id, btrim(first_name || ' ' || last_name) as donor_name, method, reference, amount,
      given_on as date
    from public.donations
    where method not in ('online', 'bank_transfer', 'stock', 'other_platform') and status <> 'voided'
      and not is_wired and deposit_id is null and import_id is null and ${isShownMoney(sql)}
    order by given_on desc, created_at desc, id desc
    limit ${UNDEPOSITED_DONATIONS_MAX}`;
