import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { toDate, thisMonth, today, zone } from "./organization-days.ts";
import { logins } from "../demo-logins.ts";
import { clearRateLimits, request, signIn, signInAdmin, sql } from "./stack.ts";
import { addEvent, addVolunteers, removeVolunteers } from "./volunteers.ts";

const DOMAIN = "overview.example.org";
const ADDRESS = "7 Overview Road";
const lastMonth = sql`(${thisMonth} - interval '1 month')::date`;
/** Today's date a month ago, or the last day of last month if that month is shorter. */
const sameDayLastMonth = sql`least(${lastMonth} + (${today} - ${thisMonth}), ${thisMonth} - 1)`;

let token = "";
beforeAll(async () => {
  token = (await signInAdmin()).token;
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`delete from public.events where address = ${ADDRESS}`;
  await sql`delete from public.donations where email like ${`%@${DOMAIN}`}`;
  await removeVolunteers(DOMAIN);
  await removeVolunteers(`more.${DOMAIN}`);
});

const readOverview = async () => {
  const { status, json } = await request("GET", "/api/admin/overview", { token });
  expect(status).toBe(200);
  return json;
};

/** Adds a demo donation that was completed at noon on the given day. */
const addDonation = (name: string, amount: number, day = today) => sql`
  insert into public.donations (first_name, last_name, email, amount, is_demo, status, completed_at)
  values ('O', 'Verview', ${`${name}@${DOMAIN}`}, ${amount}, true, 'completed',
    (${day} + time '12:00') at time zone ${zone})`;

const readDonationTotals = async () => {
  const [row] = await sql<[Record<string, number>]>`
    select
      coalesce(sum(net) filter (where day >= ${thisMonth}), 0)::float as "thisMonth",
      coalesce(sum(net) filter (where day between ${lastMonth} and ${thisMonth} - 1), 0)::float as "lastMonth",
      coalesce(sum(net) filter (where day between ${lastMonth} and ${sameDayLastMonth}), 0)::float as "lastMonthSoFar"
    from (
      select amount - adjusted_amount as net, ${toDate("completed_at")} as day from public.donations
      where completed_at is not null and is_demo = (select not real_payments from public.settings)
    ) as donation`;
  return row;
};

const pastEvents = sql`
  select meeting.*, (
    select count(*)::int from public.volunteer_event_registrations
    where event_id = meeting.id and attendance <> 'absent'
  ) as came, (
    select count(*)::int from public.volunteer_event_registrations where event_id = meeting.id
  ) as expected
  from public.events as meeting
  where ends_at < now() and is_active
    and id not in (select event_id from public.volunteer_shifts where status = 'canceled')`;

describe("GET /api/admin/overview", () => {
  it("AOVER-09, AOVER-10: returns donations and packages for this month, last month and the same days of last month", async () => {
    await addDonation("this", 130);
    await addDonation("last", 270.5, lastMonth);
    await addDonation("end", 60, sql`${thisMonth} - 1`);
    const { gifts: donations, packages } = await readOverview();
    const expected = await readDonationTotals();
    expect(donations).toEqual(expected);
    expect(expected?.["lastMonth"]).toBeGreaterThan(330);
    const [{ price }] = await sql<[{ price: number }]>`
      select package_price::float as price from public.settings`;
    for (const period of ["thisMonth", "lastMonth", "lastMonthSoFar"]) {
      expect(packages[period]).toBe(Math.floor((expected?.[period] ?? 0) / price));
    }
  });

  it("AOVER-10: uses the current package cost and goal", async () => {
    const before = await readOverview();
    const [originalSettings] = await sql<[{ price: number; costs: unknown }]>`
      select package_price::float as price, package_costs as costs from public.settings`;
    await sql`update public.settings set package_price = ${originalSettings.price / 2}, package_costs = '[]'`;
    await sql`update public.care_package_goals set monthly_goal = monthly_goal + 11 where is_active`;
    const after = await readOverview();
    await sql`
      update public.settings
      set package_price = ${originalSettings.price}, package_costs = ${sql.json(originalSettings.costs as never)}`;
    await sql`update public.care_package_goals set monthly_goal = monthly_goal - 11 where is_active`;
    expect(after.monthlyGoal).toBe(before.monthlyGoal + 11);
    expect(after.isGoalSet).toBe(true);
    expect(after.packages.lastMonth).toBeGreaterThan(before.packages.lastMonth);
  });

  it("AOVER-10: counts active volunteers who joined this month, last month and by the same day of last month", async () => {
    const [firstVolunteer] = await addVolunteers(4, DOMAIN);
    await sql`
      update public.volunteers set created_at = (${lastMonth} + time '12:00') at time zone ${zone}
      where email = ${`1@${DOMAIN}`}`;
    await sql`
      update public.volunteers set created_at = (${thisMonth} - 1 + time '23:30') at time zone ${zone}
      where email = ${`2@${DOMAIN}`}`;
    const readExpectedFigures = async () => {
      const [row] = await sql<[Record<string, number>]>`
        select
          (count(*) filter (where day >= ${thisMonth}))::int as "thisMonth",
          (count(*) filter (where day between ${lastMonth} and ${thisMonth} - 1))::int as "lastMonth",
          (count(*) filter (where day between ${lastMonth} and ${sameDayLastMonth}))::int as "lastMonthSoFar"
        from (
          select ${toDate("created_at")} as day from public.volunteers where is_active
        ) as person`;
      return row;
    };
    const { newVolunteers } = await readOverview();
    expect(newVolunteers).toEqual(await readExpectedFigures());
    expect(newVolunteers.thisMonth).toBeGreaterThanOrEqual(2);
    const path = `/api/volunteer-accounts/${firstVolunteer!.id}/toggle-status`;
    await request("PUT", path, { token, body: { isActive: false } });
    const overviewAfter = await readOverview();
    expect(overviewAfter.newVolunteers.thisMonth).toBe(newVolunteers.thisMonth - 1);
    expect(overviewAfter.newVolunteers).toEqual(await readExpectedFigures());
  });

  it("AOVER-11: counts each returning donor once, until refunds leave a single donation", async () => {
    const { donors } = await readOverview();
    await addDonation("faithful", 10);
    expect((await readOverview()).donors).toEqual({ ...donors, all: donors.all + 1 });
    await addDonation("faithful", 10);
    const donorsAfterReturn = { all: donors.all + 1, returning: donors.returning + 1 };
    expect((await readOverview()).donors).toEqual(donorsAfterReturn);
    await addDonation("faithful", 10);
    expect((await readOverview()).donors).toEqual(donorsAfterReturn);
    const [row] = await sql<[{ all: number; returning: number }]>`
      select count(*)::int as all, (count(*) filter (where gifts > 1))::int as returning
      from (
        select count(*) as gifts from public.donations
        where completed_at is not null and amount > adjusted_amount
          and is_demo = (select not real_payments from public.settings)
        group by donor_id
      ) as donor`;
    expect(row).toEqual(donorsAfterReturn);
    await sql`
      update public.donations set status = 'refunded', adjusted_amount = amount
      where id in (select id from public.donations where email = ${`faithful@${DOMAIN}`} limit 2)`;
    expect((await readOverview()).donors).toEqual({ ...donors, all: donors.all + 1 });
  });

  it("AVOL-02, AOVER-13, AOVER-14: sums the hours of attendees, for this month and for each completed event", async () => {
    await addVolunteers(3, `more.${DOMAIN}`);
    const eventIds = [
      await addEvent({ places: 2, address: ADDRESS }),
      await addEvent({ days: -40, address: ADDRESS }),
      await addEvent({ days: -1, places: 2, address: ADDRESS }),
      await addEvent({ days: -1, address: ADDRESS }),
    ];
    const [completedEventId, , canceledEventId, hiddenEventId] = eventIds;
    await sql`
      insert into public.volunteer_event_registrations (event_id, volunteer_id)
      select event, account.id
      from unnest(${eventIds}::uuid[]) as event, public.volunteer_accounts as account
      where account.email in (${`0@more.${DOMAIN}`}, ${`1@more.${DOMAIN}`})`;
    await sql`
      insert into public.shift_waitlist (shift_id, volunteer_id)
      select shift.id, account.id
      from public.volunteer_shifts as shift, public.volunteer_accounts as account
      where shift.event_id = ${completedEventId ?? ""} and account.email = ${`2@more.${DOMAIN}`}`;
    await sql`update public.events set date = ${today} - 1 where id = ${completedEventId ?? ""}`;
    await sql`update public.volunteer_shifts set status = 'canceled' where event_id = ${canceledEventId ?? ""}`;
    await sql`update public.events set is_active = false where id = ${hiddenEventId ?? ""}`;
    await sql`select private.confirm_finished_attendance()`;

    const readExpected = async () => {
      const [row] = await sql<[Record<string, unknown>]>`
        select
          round(
            coalesce(sum(extract(epoch from ends_at - starts_at) / 3600 * came) filter (where date >= ${thisMonth}), 0)
              + (
                select coalesce(sum(entry.hours), 0) from public.hour_entries as entry
                where entry.status = 'approved' and entry.date >= ${thisMonth}
              ),
            1
          )::float as "volunteerHours",
          jsonb_build_object(
            'expected', sum(expected) filter (where ends_at >= now() - interval '30 days'),
            'came', sum(came) filter (where ends_at >= now() - interval '30 days')
          ) as attendance
        from (${pastEvents}) as held`;
      const completedEvents = await sql`
        select id, event_type as "eventType", date::text, came as volunteers,
          round(extract(epoch from ends_at - starts_at) / 3600 * came, 1)::float as hours
        from (${pastEvents}) as held order by ends_at desc, id desc limit 8`;
      return { ...row, completedEvents: [...completedEvents] };
    };
    const before = await readOverview();
    expect(before).toMatchObject(await readExpected());
    expect(before.completedEvents).toHaveLength(8);
    const findCompletedEvent = (response: typeof before) =>
      response.completedEvents.find(({ id }: { id: string }) => id === completedEventId);
    expect(findCompletedEvent(before)).toMatchObject({ volunteers: 2, hours: 5 });

    const { json } = await request("GET", `/api/attendance?eventId=${completedEventId}`, { token });
    await request("PUT", `/api/attendance/${json[0].id}`, {
      token,
      body: { attendance: "absent" },
    });
    const after = await readOverview();
    expect(findCompletedEvent(after)).toMatchObject({ volunteers: 1, hours: 2.5 });
    expect(after).toMatchObject(await readExpected());
    expect(after.attendance.came).toBe(before.attendance.came - 1);
  });

  it("AOVER-11: returns how many spots limited shifts offer in the next thirty days and how many are taken", async () => {
    const { places } = await readOverview();
    const limitedEventId = await addEvent({ days: 3, places: 4, address: ADDRESS });
    await addEvent({ days: 40, places: 100, address: ADDRESS });
    await addEvent({ days: 3, address: ADDRESS });
    expect((await readOverview()).places).toEqual({ ...places, offered: places.offered + 4 });
    const volunteer = await signIn(logins.volunteer.email, logins.volunteer.password);
    await request("POST", `/api/volunteer/${volunteer.id}/events/${limitedEventId}/join`, {
      token: volunteer.token,
      body: { anyway: true },
    });
    const expectedPlaces = { taken: places.taken + 1, offered: places.offered + 4 };
    expect((await readOverview()).places).toEqual(expectedPlaces);
  });

  it("returns which steps of setting up the site are done, and notes that defaults were saved", async () => {
    const readSetup = async () => (await readOverview()).setup;
    const setup = {
      hasContactInfo: true,
      hasTaxId: true,
      isTimeZoneConfirmed: true,
      isGivingConfirmed: true,
      hasMailTransport: true,
      hasEvent: true,
    };
    expect(await readSetup()).toEqual(setup);
    const [{ taxId }] = await sql<[{ taxId: string }]>`
      select tax_id as "taxId" from public.contact_info`;
    try {
      await sql`update public.contact_info set tax_id = 'applied for'`;
      await sql`update public.settings set is_time_zone_confirmed = false, is_giving_confirmed = false`;
      const unconfirmedSetup = {
        ...setup,
        hasTaxId: false,
        isTimeZoneConfirmed: false,
        isGivingConfirmed: false,
      };
      expect(await readSetup()).toEqual(unconfirmedSetup);
      const { json: settings } = await request("GET", "/api/settings", { token });
      const save = (body: object) => request("PUT", "/api/settings", { token, body });
      await save({ xUrl: settings.xUrl });
      expect(await readSetup()).toEqual(unconfirmedSetup);
      await save({ timeZone: settings.timeZone });
      expect(await readSetup()).toEqual({ ...unconfirmedSetup, isTimeZoneConfirmed: true });
      await save({ minDonation: settings.minDonation });
      expect(await readSetup()).toEqual({ ...setup, hasTaxId: false });
    } finally {
      await sql`update public.contact_info set tax_id = ${taxId}`;
      await sql`update public.settings set is_time_zone_confirmed = true, is_giving_confirmed = true`;
    }
  });
});
