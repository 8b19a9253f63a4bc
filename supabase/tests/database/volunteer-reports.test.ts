import { describe, expect, test } from "vitest";
import { addAdmin, type Transaction, withRollback } from "./connection.ts";
import { eraseAs } from "./erasing.ts";
import { setUpMerges } from "./merging.ts";
import { addVolunteerWithAccount } from "./merging-volunteers.ts";

/** Returns the reports of several periods and the same figures, computed from the shifts and hours themselves. */
async function readReports(tx: Transaction) {
  const [reports] = await tx<[{ reports: unknown; recomputed: unknown }]>`
    select
      jsonb_agg((
        select jsonb_agg(to_jsonb(report)) from private.volunteer_report(period.first, period.last) as report
      )) as reports,
      jsonb_agg((
        select jsonb_agg(to_jsonb(figures))
        from (
          select date_trunc('month', date)::date as month, coalesce(sum(hours), 0.00) as hours,
            coalesce(sum(handed_in_hours), 0.00) as handed_in_hours, count(distinct person_id) as people,
            count(registration_id) as shifts
          from private.counted_hours where date between period.first and period.last
          group by grouping sets ((date_trunc('month', date)), ())
          order by date_trunc('month', date) desc nulls first
        ) as figures
      )) as recomputed
    from (values
      (date '-infinity', date 'infinity'), ('2003-01-01', '2004-12-31'), ('2004-01-15', '2004-03-10'),
      ('2004-02-01', '2004-02-29'), ('2030-01-01', 'infinity')
    ) as period (first, last)`;
  return reports;
}

async function addShift(tx: Transaction, date: string, personIds: readonly string[]) {
  const [event] = await tx<[{ id: string }]>`
    insert into public.events (event_type, date, start_time, end_time, address)
    values ('Food Drive', ${date}, '10:00', '12:30', '1 Report Road') returning id`;
  for (const personId of personIds) {
    await tx`
      insert into public.volunteer_event_registrations (person_id, event_id, attendance, confirmed_at)
      values (${personId}, ${event.id}, 'confirmed', now())`;
  }
  return event.id;
}

async function addEntry(tx: Transaction, date: string, personId: string) {
  const [entry] = await tx<[{ id: string }]>`
    insert into public.hour_entries (person_id, date, hours, activity, status)
    values (${personId}, ${date}, 1.75, 'Letters', 'approved') returning id`;
  return entry.id;
}

/** Ann and Ben came in February, Ann also in March; both have hours outside shifts. */
async function addWork(tx: Transaction) {
  const [ann, ben] = [await addVolunteerWithAccount(tx), await addVolunteerWithAccount(tx)];
  const leapDay = await addShift(tx, "2004-02-29", [ann.id, ben.id]);
  const march = await addShift(tx, "2004-03-05", [ann.id]);
  const entry = await addEntry(tx, "2004-03-08", ann.id);
  await addEntry(tx, "2004-01-20", ben.id);
  const [{ today }] = await tx<[{ today: string }]>`select private.today()::text as today`;
  await addEntry(tx, today, ben.id);
  return { ann, ben, leapDay, march, entry };
}

type Work = Awaited<ReturnType<typeof addWork>>;

const changes: Readonly<Record<string, (tx: Transaction, work: Work) => Promise<unknown>>> = {
  "a shift is added": (tx, { ben }) => addShift(tx, "2004-03-30", [ben.id]),
  "someone is marked absent": (tx, { leapDay, ann }) => tx`
    update public.volunteer_event_registrations set attendance = 'absent'
    where event_id = ${leapDay} and person_id = ${ann.id}`,
  "someone's hours are corrected": (tx, { leapDay, ben }) => tx`
    update public.volunteer_event_registrations set hours = 1.25
    where event_id = ${leapDay} and person_id = ${ben.id}`,
  "someone is taken off a shift": (tx, { march }) => tx`
    delete from public.volunteer_event_registrations where event_id = ${march}`,
  "an event moves to another month": (tx, { leapDay }) => tx`
    update public.events set date = '2004-05-01' where id = ${leapDay}`,
  "an event gets longer": (tx, { march }) => tx`
    update public.events set end_time = '15:00' where id = ${march}`,
  "an event is canceled": (tx, { march }) => tx`
    update public.events set is_active = false where id = ${march}`,
  "an event is deleted": (tx, { leapDay }) => tx`delete from public.events where id = ${leapDay}`,
  "a night shift takes in the hours of the next day": async (tx, { ann }) => {
    await addEntry(tx, "2004-05-01", ann.id);
    const night = await addShift(tx, "2004-04-30", []);
    await tx`
      update public.events set start_time = '20:00', end_time = '01:00', ends_next_day = true where id = ${night}`;
    await tx`select private.keep_volunteer_months()`;
    await tx`
      insert into public.volunteer_event_registrations (person_id, event_id, attendance, confirmed_at)
      values (${ann.id}, ${night}, 'confirmed', now())`;
  },
  "hours outside shifts are entered": (tx, { ben }) => addEntry(tx, "2004-06-01", ben.id),
  "hours outside shifts move to another month": (tx, { entry }) => tx`
    update public.hour_entries set date = '2003-12-31' where id = ${entry}`,
  "hours outside shifts are rejected": (tx, { entry }) => tx`
    update public.hour_entries set status = 'rejected' where id = ${entry}`,
  "hours outside shifts are deleted": (tx, { entry }) => tx`
    delete from public.hour_entries where id = ${entry}`,
  "two people turn out to be one, and a merge is undone": async (tx, { ann, ben }) => {
    const { merge, undo } = await setUpMerges(tx, "volunteer");
    await undo(await merge(ann, ben));
    await merge(ann, ben);
  },
  "someone is erased": async (tx, { ann }) => {
    await eraseAs(tx, await addAdmin(tx), [{ kind: "volunteer", id: ann.id }]);
  },
};

describe("the figures that reports keep", () => {
  test.each(Object.entries(changes))("are right after %s", async (_, change) => {
    await withRollback(async (tx) => {
      const work = await addWork(tx);
      const { reports: before } = await readReports(tx);
      await tx`select private.keep_volunteer_months()`;
      expect(await readReports(tx)).toEqual({ reports: before, recomputed: before });

      await change(tx, work);
      const changed = await readReports(tx);
      expect(changed.reports).toEqual(changed.recomputed);
      await tx`select private.keep_volunteer_months()`;
      const kept = await readReports(tx);
      expect(kept.reports).toEqual(kept.recomputed);
      expect(kept.recomputed).toEqual(changed.recomputed);
      const marks = await tx`select from public.changed_volunteer_months`;
      expect(marks).toHaveLength(0);
    });
  });

  test("are those of whole months that are over", async () => {
    await withRollback(async (tx) => {
      const { ann } = await addWork(tx);
      const today = (await tx<[{ today: string }]>`select private.today()::text as today`)[0].today;
      await addShift(tx, today.slice(0, 8) + "01", [ann.id]);
      await tx`select private.confirm_finished_attendance()`;
      const [kept] = await tx<[{ last: string; count: number }]>`
        select max(month)::text as last, count(*) filter (where month between '2004-01-01' and '2004-03-01')::integer as count
        from public.volunteer_month_totals`;
      expect(kept.count).toBe(3);
      expect(kept.last < today.slice(0, 8) + "01").toBe(true);
    });
  });
});
