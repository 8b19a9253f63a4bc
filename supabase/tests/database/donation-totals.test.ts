import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { connect, rolledBack, sql, type Transaction } from "./connection.ts";

/** Small and repeatable; the seed is in the failure message. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

async function playEvents(tx: Transaction, seed: number, events: number): Promise<void> {
  await tx.unsafe(`
    create function pg_temp.play(step integer, dice double precision, other double precision) returns void
    language plpgsql as $$
    declare
      target uuid;
    begin
      if dice < 0.45 then
        insert into public.donations (first_name, last_name, email, amount, is_demo, is_recurring, status, completed_at)
        values (
          'F' || step % 7, 'L' || step % 5,
          case when other < 0.5 then 'Donor' else 'donor' end || floor(other * 60) || '@totals.example.org',
          1 + floor(other * 40000) / 100, true, step % 9 = 0,
          case when other < 0.8 then 'completed' else 'pending' end,
          case when other < 0.8 then now() - make_interval(hours => floor(other * 9000)::integer) end
        );
        return;
      end if;
      select id into target from public.donations where email_key like '%@totals.example.org'
      order by md5(id::text || step) limit 1;
      if target is null then return; end if;
      if dice < 0.60 then
        update public.donations set status = 'completed' where id = target and completed_at is null;
      elsif dice < 0.75 then
        insert into public.donation_adjustments (donation_id, kind, amount, status)
        values (target, 'refund', 1 + floor(other * 30000) / 100, case when other < 0.8 then 'succeeded' else 'pending' end);
      elsif dice < 0.85 then
        insert into public.donation_adjustments (donation_id, kind, amount, status)
        values (target, 'dispute', 1 + floor(other * 30000) / 100, (array['open', 'won', 'lost'])[1 + floor(other * 3)::integer]);
      elsif dice < 0.92 then
        update public.donation_adjustments set status = case kind when 'refund' then 'failed' else 'won' end
        where donation_id = target;
      elsif dice < 0.97 then
        update public.donations set first_name = 'Renamed', email = upper(email) where id = target;
      else
        delete from public.donation_adjustments where donation_id = target;
        delete from public.donations where id = target;
      end if;
    end;
    $$`);
  const random = randomFrom(seed);
  const dice = Array.from({ length: events }, (_, step) => ({
    step,
    dice: random(),
    other: random(),
  }));
  await tx`
    select pg_temp.play(step, dice, other)
    from jsonb_to_recordset(${tx.json(dice)}) as thrown (step integer, dice double precision, other double precision)`;
}

const differences = (tx: Transaction | typeof sql) =>
  tx`select * from private.donation_totals_differences()`;

describe("threat 21: the totals tell the truth", () => {
  test("of the demo content", async () => {
    expect([...(await differences(sql))]).toEqual([]);
  });

  test.for([
    [1, 3000],
    [20_261_120, 1000],
  ] as const)("seed %d: after %d random events", async ([seed, events]) => {
    const found = await rolledBack(async (tx) => {
      await playEvents(tx, seed, events);
      return [...(await differences(tx))];
    });
    expect(found).toEqual([]);
  });

  test("after a change of the time zone, which moves gifts to other days and months", async () => {
    const found = await rolledBack(async (tx) => {
      await playEvents(tx, 7, 500);
      await tx`update public.settings set time_zone = 'Pacific/Auckland'`;
      return [...(await differences(tx))];
    });
    expect(found).toEqual([]);
  });

  test("a difference would be seen, and the repair mends it", async () => {
    await rolledBack(async (tx) => {
      await tx`update public.donation_month_totals set total_amount = total_amount + 1`;
      expect((await differences(tx)).length).toBeGreaterThan(0);
      await tx`select private.recompute_donation_totals()`;
      expect([...(await differences(tx))]).toEqual([]);
    });
  });

  test("when many give, complete and refund at once for the same donors", async () => {
    const parallel = connect(8);
    const mark = `@${randomUUID().slice(0, 8)}.example.org`;
    const mine = (value: string) => `%${value}`;
    try {
      await Promise.all(
        Array.from({ length: 160 }, (_, number) =>
          parallel.begin(async (tx) => {
            const [gift] = await tx<{ id: string }[]>`
              insert into public.donations (first_name, last_name, email, amount, is_demo)
              values ('A', 'B', ${`donor${number % 4}${mark}`}, ${10 + number}, true) returning id`;
            await tx`update public.donations set status = 'completed' where id = ${gift!.id}`;
            if (number % 3 === 0) {
              await tx`
                insert into public.donation_adjustments (donation_id, kind, amount, status)
                values (${gift!.id}, 'refund', 5, 'succeeded')`;
            }
          }),
        ),
      );
      expect([...(await differences(parallel))]).toEqual([]);
    } finally {
      await parallel`
        delete from public.donation_adjustments where donation_id in (
          select id from public.donations where email_key like ${mine(mark)}
        )`;
      await parallel`delete from public.donations where email_key like ${mine(mark)}`;
      expect([...(await differences(parallel))]).toEqual([]);
      await parallel.end();
    }
  });
});
