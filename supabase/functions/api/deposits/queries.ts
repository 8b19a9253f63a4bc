import type { z } from "zod";
import type { Row, Sql } from "../../_shared/clients/database.ts";
import type { depositEndpoints } from "../../_shared/contracts/deposits.ts";
import type { Output } from "../../_shared/contracts/endpoint.ts";
import type { ListQueryOf } from "../../_shared/contracts/list.ts";
import { readPage } from "../../_shared/queries/page.ts";
import { createWrites } from "../../_shared/queries/write.ts";

type ListedDeposit = Row<"deposits"> & {
  readonly donationCount: number;
  readonly deposited: number;
};
type DepositRecord = z.input<typeof depositEndpoints.getDeposit.output>;

export const depositWrites = createWrites("deposits");

export const listDeposits = (sql: Sql, query: ListQueryOf<typeof depositEndpoints.listDeposits>) =>
  readPage<ListedDeposit>(sql, query, {
    columns: sql`
      *, (select sums.donation_count from private.deposit_sums(id) as sums) as donation_count,
      (select sums.deposited from private.deposit_sums(id) as sums) as deposited`,
    from: "deposits",
    searchedText: sql`lower(concat_ws(' ', reference, notes))`,
    orders: { depositedOn: [sql`deposited_on`], slipTotal: [sql`slip_total`] },
  });

export async function findDeposit(sql: Sql, id: string): Promise<DepositRecord | undefined> {
  const [row] = await sql<[{ deposit: DepositRecord | null }]>`
    select private.deposit_record(${id}) as deposit`;
  return row.deposit ?? undefined;
}

export const closeDeposit = (sql: Sql, id: string) => sql`select private.close_deposit(${id})`;

export const moveToDeposit = (sql: Sql, donationId: string, depositId: string | null) =>
  sql`select private.move_to_deposit(${donationId}, ${depositId})`;

const UNDEPOSITED_DONATIONS_MAX = 200;

export const listUndeposited = (sql: Sql) =>
  sql<Output<typeof depositEndpoints.listUndepositedDonations>>`
    select id as donation_id, btrim(first_name || ' ' || last_name) as donor_name, method, reference, amount,
      given_on as date
    from public.donations
    where method not in ('online', 'bank_transfer', 'stock', 'other_platform') and status <> 'voided'
      and deposit_id is null and import_id is null and is_demo = (select private.shows_demo_money())
    order by given_on desc, created_at desc, id desc
    limit ${UNDEPOSITED_DONATIONS_MAX}`;
