import type { TransactionSql } from "postgres";
import { createRandomGenerator } from "../random.ts";

const EVENT_FUNCTION_SQL = `
    create or replace function pg_temp.apply_random_event(step integer, selector double precision, magnitude double precision) returns void
    language plpgsql as $$
    declare
      target uuid;
    begin
      if selector < 0.45 then
        if magnitude < 0.1 then
          insert into public.donations (first_name, last_name, email, amount, is_demo, method, reference, status, completed_at)
          values (
            'F' || step % 7, 'L' || step % 5, 'donor' || floor(magnitude * 60) || '@totals.example.org',
            1 + floor(magnitude * 40000) / 100, true,
            (array['check', 'cash', 'bank_transfer', 'donor_advised_fund', 'ira', 'employer_match', 'other'])[1 + step % 7],
            step::text, 'completed', now() - make_interval(hours => floor(magnitude * 9000)::integer)
          );
          update public.donations set soft_credit_donor_id = (
            select id from public.donors where id <> donations.donor_id order by id limit 1
          )
          where reference = step::text and method in ('donor_advised_fund', 'employer_match');
          return;
        end if;
        if magnitude > 0.97 then
          insert into public.noncash_donations (donor_id, kind, description, shares, received_on, is_demo)
          select donor_id, 'stock', step::text, 1 + step, private.today() - 9, true from public.donations
          where email_key like '%@totals.example.org' and is_demo limit 1;
          return;
        end if;
        insert into public.donations (first_name, last_name, email, amount, is_demo, is_recurring, status, completed_at)
        values (
          'F' || step % 7, 'L' || step % 5,
          case when magnitude < 0.5 then 'Donor' else 'donor' end || floor(magnitude * 60) || '@totals.example.org',
          1 + floor(magnitude * 40000) / 100, true, step % 9 = 0,
          case when magnitude < 0.8 then 'completed' else 'pending' end,
          case when magnitude < 0.8 then now() - make_interval(hours => floor(magnitude * 9000)::integer) end
        );
        return;
      end if;
      select id into target from public.donations
      where email_key like '%@totals.example.org' and id >= md5(step::text)::uuid
      order by id limit 1;
      if target is null then return; end if;
      if selector < 0.60 then
        update public.donations set status = 'completed' where id = target and completed_at is null;
      elsif exists (select 1 from public.donations where id = target and method <> 'online') and selector < 0.92 then
        insert into public.donation_adjustments (donation_id, kind, amount, status)
        select target, 'void', amount, 'succeeded' from public.donations where id = target and status <> 'voided';
        if found and magnitude < 0.5 then
          insert into public.donations (
            donor_id, first_name, last_name, email, amount, is_demo, method, reference, status, completed_at, replaces_id
          )
          select donor_id, first_name, last_name, email, amount + 1, true, 'check', 'correction', 'completed', completed_at, id
          from public.donations as replaced where id = target and not exists (
            select 1 from public.donations as correction where correction.replaces_id = replaced.id
          );
        end if;
      elsif selector < 0.75 then
        insert into public.donation_adjustments (donation_id, kind, amount, status)
        values (target, 'refund', 1 + floor(magnitude * 30000) / 100, case when magnitude < 0.8 then 'succeeded' else 'pending' end);
      elsif selector < 0.85 then
        insert into public.donation_adjustments (donation_id, kind, amount, status)
        values (target, 'dispute', 1 + floor(magnitude * 30000) / 100, (array['open', 'won', 'lost'])[1 + floor(magnitude * 3)::integer]);
      elsif selector < 0.92 then
        update public.donation_adjustments set status = case kind when 'refund' then 'failed' else 'won' end
        where donation_id = target;
      elsif selector < 0.95 then
        update public.donations set first_name = 'Renamed', email = upper(email) where id = target;
      elsif selector < 0.96 then
        with sale as (
          insert into public.donations (donor_id, first_name, last_name, email, amount, is_demo, method, status, completed_at)
          select donation.donor_id, donation.first_name, donation.last_name, donation.email, 1 + step, true, 'stock',
            'completed', now()
          from public.donations as donation
          where donation.id = target and exists (select 1 from public.noncash_donations where sale_id is null and is_demo)
          returning id
        )
        update public.noncash_donations as shares set sale_id = sale.id
        from sale where shares.id = (
          select id from public.noncash_donations where sale_id is null and kind = 'stock' and is_demo limit 1
        );
      elsif selector < 0.97 then
        update public.donors
        set first_name = 'Corrected', last_name = 'L' || step % 5, address = case when step % 2 = 0 then '1 Main Street' end
        where id = (select donor_id from public.donations where id = target);
        insert into public.printed_papers (kind, donor_id, year)
        select 'statements', donation.donor_id, extract(year from donation.given_on) from public.donations as donation
        where donation.id = target;
      else
        delete from public.donation_adjustments where donation_id = target;
        delete from public.printed_papers where donor_id = (
          select donation.donor_id from public.donations as donation where donation.id = target
        );
        update public.noncash_donations set sale_id = null where sale_id = target;
        delete from public.donations as donation where id = target and not exists (
          select 1 from public.donations as correction where correction.replaces_id = target
        );
      end if;
    end;
    $$`;

/**
 * Applies random events to sixty donors, one at a time: donations, charges, refunds, disputes, renames, deletions and
 * corrections of the donor. Donations that weren't made online can also be voided, corrected, soft-credited or made in
 * stock. Some donors get a printed statement.
 */
export async function applyRandomEvents(
  tx: TransactionSql,
  seed: number,
  eventCount: number,
): Promise<void> {
  await tx.unsafe(EVENT_FUNCTION_SQL);
  const random = createRandomGenerator(seed);
  const steps = Array.from({ length: eventCount }, (_, step) => ({
    step,
    selector: random(),
    magnitude: random(),
  }));
  await tx`
    select pg_temp.apply_random_event(step, selector, magnitude)
    from jsonb_to_recordset(${tx.json(steps)}) as event (step integer, selector double precision, magnitude double precision)`;
}
