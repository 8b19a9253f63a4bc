import { describe, expect, it } from "vitest";
import { createEventFixture, summarizeResult } from "./event-fixture.ts";
import { SOME_ID, sql } from "./stack.ts";
import { addEvent } from "./volunteers.ts";

const { domain, address, volunteers, call, join } = createEventFixture("rosters");

const listActions = async (id: string) =>
  Array.from(
    await sql<{ actor: string; action: string }[]>`
      select actor_name as actor, action from public.audit_log
      where table_name = 'volunteer_event_registrations' and row_id = ${id} order by id`,
    ({ actor, action }) => `${actor} ${action}`,
  );

describe("event data on the dashboard", () => {
  it("AEVT-01: counts new events and registrations in its figures", async () => {
    const readStats = async () =>
      (await call("GET", "/api/events/stats")).json as Record<string, number>;
    const statsBefore = await readStats();
    const [row] = await sql`select private.today()::text as today`;
    expect(statsBefore["today"]).toBe(row!["today"]);
    const [upcomingEventId, ongoingEventId, pastEventId] = [
      await addEvent({ address, days: 1 }),
      await addEvent({ address, days: 0 }),
      await addEvent({ address, days: -1 }),
    ];
    await sql`update public.events set start_time = '00:00', end_time = '23:59:59' where id = ${ongoingEventId}`;
    for (const eventId of [upcomingEventId, ongoingEventId, pastEventId]) {
      await sql`
        insert into public.volunteer_event_registrations (volunteer_id, event_id)
        select id, ${eventId} from public.volunteer_accounts where email like ${`%@${domain}`} limit 2`;
    }
    await sql`
      update public.volunteer_event_registrations set attendance = 'absent'
      where event_id = ${upcomingEventId} and volunteer_id = (
        select volunteer_id from public.volunteer_event_registrations where event_id = ${upcomingEventId} limit 1
      )`;
    expect(await readStats()).toEqual({
      today: statsBefore["today"],
      upcoming: statsBefore["upcoming"]! + 1,
      ongoing: statsBefore["ongoing"]! + 1,
      volunteersExpected: statsBefore["volunteersExpected"]! + 3,
    });
  });

  it("AEVT-02, AEVT-08: includes each event's status, can be filtered for ongoing events and can exclude canceled ones", async () => {
    const roadAddress = `7 ${domain}`;
    const [ongoingEventId, canceledEventId] = [
      await addEvent({ address: roadAddress, days: 0 }),
      await addEvent({ address: roadAddress, days: 0 }),
    ];
    await addEvent({ address: roadAddress, days: 1 });
    await sql`
      update public.events set start_time = '00:00', end_time = '23:59:59' where id in ${sql([ongoingEventId, canceledEventId])}`;
    await call("POST", `/api/events/${canceledEventId}/cancel`, {});
    const listIdsAndStatuses = async (query: string) => {
      const { json } = await call("GET", `/api/events/with-counts?search=${roadAddress}&${query}`);
      return (json as { id: string; status: string }[]).map(({ id, status }) => [id, status]);
    };
    expect(await listIdsAndStatuses("when=ongoing&isActive=true")).toEqual([
      [ongoingEventId, "ongoing"],
    ]);
    expect(await listIdsAndStatuses("when=ongoing")).toHaveLength(2);
    expect(await listIdsAndStatuses("when=upcoming&isActive=true")).toHaveLength(2);
  });
});

describe("a roster", () => {
  it("adds each volunteer once and promotes the first on the waiting list when one is removed", async () => {
    const eventId = await addEvent({ address, places: 1 });
    const addParticipant = (person: { readonly id: string }) =>
      call("POST", "/api/attendance", { eventId, volunteerId: person.id });
    const addResponse = await addParticipant(volunteers[0]!);
    expect(addResponse).toMatchObject({
      status: 201,
      json: { volunteerId: volunteers[0]!.id, attendance: "expected" },
    });
    expect(summarizeResult(await addParticipant(volunteers[0]!))).toEqual([
      409,
      "This volunteer is already signed up.",
    ]);
    await join(volunteers[1]!, eventId);
    expect(summarizeResult(await addParticipant(volunteers[1]!))).toEqual([
      409,
      "All spots for this event are taken.",
    ]);
    const rosterResponse = await call("GET", `/api/events/${eventId}/roster`);
    expect(rosterResponse.json.waiting).toMatchObject([
      { volunteerId: volunteers[1]!.id, email: `1@${domain}` },
    ]);

    const removeResponse = await call("DELETE", `/api/attendance/${addResponse.json.id}`);
    expect(removeResponse.json).toEqual({ message: "The volunteer was removed from the event" });
    const { json } = await call("GET", `/api/attendance?eventId=${eventId}`);
    expect(json).toMatchObject([{ volunteerId: volunteers[1]!.id }]);
    expect((await call("DELETE", `/api/attendance/${addResponse.json.id}`)).status).toBe(404);
    expect(await listActions(addResponse.json.id)).toEqual(["admin insert", "admin delete"]);
  });

  it("has phone numbers and, from the day before, emergency contacts, and offers only who isn't on it", async () => {
    const eventId = await addEvent({ address, days: 2 });
    await join(volunteers[0]!, eventId);
    await sql`
      update public.volunteers
      set phone = '(512) 555-0142', emergency_contact_name = 'Jo Kin', emergency_contact_phone = '(512) 555-0199'
      where account_id = ${volunteers[0]!.id}`;
    const readParticipant = async () =>
      (await call("GET", `/api/attendance?eventId=${eventId}`)).json[0];
    expect(await readParticipant()).toMatchObject({
      phone: "(512) 555-0142",
      emergencyContact: null,
    });
    await sql`update public.events set date = private.today() + 1 where id = ${eventId}`;
    expect(await readParticipant()).toMatchObject({
      emergencyContact: { contactName: "Jo Kin", phone: "(512) 555-0199" },
    });

    const { json } = await call(
      "GET",
      `/api/volunteers?search=${domain}&withoutEventId=${eventId}`,
    );
    const offered = (json as { accountId: string }[]).map(({ accountId }) => accountId);
    expect(offered.toSorted()).toEqual(
      volunteers
        .slice(1)
        .map(({ id }) => id)
        .toSorted(),
    );
  });

  it("records attendance for everyone or no one, with an audit entry each", async () => {
    const pastEventId = await addEvent({ address, days: -1 });
    const rows = await sql<{ id: string }[]>`
      insert into public.volunteer_event_registrations (volunteer_id, event_id)
      select id, ${pastEventId} from public.volunteer_accounts where email like ${`%@${domain}`} returning id`;
    const ids = rows.map(({ id }) => id);
    const readAttendances = async () => {
      const { json } = await call("GET", `/api/attendance?eventId=${pastEventId}`);
      return new Set((json as { attendance: string }[]).map(({ attendance }) => attendance));
    };
    const refusedResponse = await call("PUT", "/api/attendance", {
      ids: [...ids, SOME_ID],
      attendance: "confirmed",
    });
    expect(refusedResponse.status).toBe(409);
    expect(await readAttendances()).toEqual(new Set(["expected"]));
    const recordResponse = await call("PUT", "/api/attendance", { ids, attendance: "confirmed" });
    expect(recordResponse).toMatchObject({ status: 200, json: { message: "Attendance recorded" } });
    expect(await readAttendances()).toEqual(new Set(["confirmed"]));
    for (const id of ids) {
      expect((await listActions(id)).at(-1)).toBe("admin update");
    }
    expect(
      (await call("GET", `/api/attendance?eventId=${pastEventId}&attendance=absent`)).json,
    ).toEqual([]);

    const exportResponse = await call(
      "GET",
      `/api/attendance/export?eventId=${pastEventId}&sort=lastName`,
    );
    expect(exportResponse.text.split("\r\n")[0]).toContain(
      "Last name,First name,Email,Phone,Attendance",
    );
    expect(exportResponse.text.match(new RegExp(`@${domain},[^,]*,confirmed`, "g"))).toHaveLength(
      ids.length,
    );
  });
});
