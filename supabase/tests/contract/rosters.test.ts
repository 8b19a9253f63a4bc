import { describe, expect, it } from "vitest";
import { createEventFixture, eventRefusal } from "./event-fixture.ts";
import { SOME_ID, sql } from "./stack.ts";
import { addEvent } from "./volunteers.ts";

const { domain, address, people, call, join } = createEventFixture("rosters");

const actions = async (id: string) =>
  Array.from(
    await sql<{ actor: string; action: string }[]>`
      select actor_name as actor, action from public.audit_log
      where table_name = 'volunteer_event_registrations' and row_id = ${id} order by id`,
    ({ actor, action }) => `${actor} ${action}`,
  );

describe("event data on the dashboard", () => {
  it("AEVT-01: event figures follow the data", async () => {
    const stats = async () =>
      (await call("GET", "/api/events/stats")).json as Record<string, number>;
    const before = await stats();
    const [row] = await sql`select private.today()::text as today`;
    expect(before["today"]).toBe(row!["today"]);
    const [upcomingEvent, underWay, over] = [
      await addEvent({ address, days: 1 }),
      await addEvent({ address, days: 0 }),
      await addEvent({ address, days: -1 }),
    ];
    await sql`update public.events set start_time = '00:00', end_time = '23:59:59' where id = ${underWay}`;
    for (const event of [upcomingEvent, underWay, over]) {
      await sql`
        insert into public.volunteer_event_registrations (volunteer_id, event_id)
        select id, ${event} from public.volunteer_accounts where email like ${`%@${domain}`} limit 2`;
    }
    await sql`
      update public.volunteer_event_registrations set attendance = 'absent'
      where event_id = ${upcomingEvent} and volunteer_id = (
        select volunteer_id from public.volunteer_event_registrations where event_id = ${upcomingEvent} limit 1
      )`;
    expect(await stats()).toEqual({
      today: before["today"],
      upcoming: before["upcoming"]! + 1,
      ongoing: before["ongoing"]! + 1,
      volunteersExpected: before["volunteersExpected"]! + 3,
    });
  });

  it("AEVT-02, AEVT-08: filters events in progress, reports their status and can exclude canceled ones", async () => {
    const place = `7 ${domain}`;
    const [underWay, called] = [
      await addEvent({ address: place, days: 0 }),
      await addEvent({ address: place, days: 0 }),
    ];
    await addEvent({ address: place, days: 1 });
    await sql`
      update public.events set start_time = '00:00', end_time = '23:59:59' where id in ${sql([underWay, called])}`;
    await call("POST", `/api/events/${called}/cancel`, {});
    const of = async (query: string) => {
      const { json } = await call("GET", `/api/events/with-counts?search=${place}&${query}`);
      return (json as { id: string; status: string }[]).map(({ id, status }) => [id, status]);
    };
    expect(await of("when=ongoing&isActive=true")).toEqual([[underWay, "ongoing"]]);
    expect(await of("when=ongoing")).toHaveLength(2);
    expect(await of("when=upcoming&isActive=true")).toHaveLength(2);
  });
});

describe("a roster", () => {
  it("adds each volunteer once and promotes the first on the waiting list when one is removed", async () => {
    const event = await addEvent({ address, places: 1 });
    const add = (person: { readonly id: string }) =>
      call("POST", "/api/attendance", { eventId: event, volunteerId: person.id });
    const added = await add(people[0]!);
    expect(added).toMatchObject({
      status: 201,
      json: { volunteerId: people[0]!.id, attendance: "expected" },
    });
    expect(eventRefusal(await add(people[0]!))).toEqual([
      409,
      "This volunteer is already signed up.",
    ]);
    await join(people[1]!, event);
    expect(eventRefusal(await add(people[1]!))).toEqual([
      409,
      "All spots for this event are taken.",
    ]);
    const waiting = await call("GET", `/api/events/${event}/roster`);
    expect(waiting.json.waiting).toMatchObject([
      { volunteerId: people[1]!.id, email: `1@${domain}` },
    ]);

    const removed = await call("DELETE", `/api/attendance/${added.json.id}`);
    expect(removed.json).toEqual({ message: "The volunteer was removed from the event" });
    const { json } = await call("GET", `/api/attendance?eventId=${event}`);
    expect(json).toMatchObject([{ volunteerId: people[1]!.id }]);
    expect((await call("DELETE", `/api/attendance/${added.json.id}`)).status).toBe(404);
    expect(await actions(added.json.id)).toEqual(["admin insert", "admin delete"]);
  });

  it("records attendance for everyone or no one, with an audit entry each", async () => {
    const past = await addEvent({ address, days: -1 });
    const rows = await sql<{ id: string }[]>`
      insert into public.volunteer_event_registrations (volunteer_id, event_id)
      select id, ${past} from public.volunteer_accounts where email like ${`%@${domain}`} returning id`;
    const ids = rows.map(({ id }) => id);
    const attendances = async () => {
      const { json } = await call("GET", `/api/attendance?eventId=${past}`);
      return new Set((json as { attendance: string }[]).map(({ attendance }) => attendance));
    };
    const missing = await call("PUT", "/api/attendance", {
      ids: [...ids, SOME_ID],
      attendance: "confirmed",
    });
    expect(missing.status).toBe(409);
    expect(await attendances()).toEqual(new Set(["expected"]));
    const done = await call("PUT", "/api/attendance", { ids, attendance: "confirmed" });
    expect(done).toMatchObject({ status: 200, json: { message: "Attendance recorded" } });
    expect(await attendances()).toEqual(new Set(["confirmed"]));
    for (const id of ids) {
      expect((await actions(id)).at(-1)).toBe("admin update");
    }
    expect((await call("GET", `/api/attendance?eventId=${past}&attendance=absent`)).json).toEqual(
      [],
    );

    const csv = await call("GET", `/api/attendance/export?eventId=${past}&sort=lastName`);
    expect(csv.text.split("\r\n")[0]).toContain("Last name,First name,Email,Attendance");
    expect(csv.text.match(new RegExp(`@${domain},confirmed`, "g"))).toHaveLength(ids.length);
  });
});
