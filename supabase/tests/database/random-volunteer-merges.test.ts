import { afterAll, beforeAll, expect, test } from "vitest";
import { firstSeed, createRandomGenerator, getRoundCount } from "../random.ts";
import { uniqueWord } from "../unique-word.ts";
import { addAdmin, connect, catchSqlState, type Person, type Transaction } from "./connection.ts";
import {
  addVolunteerWithAccount,
  addVolunteerWithoutAccount,
  addShift,
  signUp,
  computeVolunteersFingerprint,
  joinWaitingList,
} from "./merging-volunteers.ts";
import { MergeWalk, pickFrom } from "./random-merging.ts";

const VOLUNTEER_COUNT = 60;

const word = uniqueWord();
const connection = connect();
let admin: Person;
const eventIds: string[] = [];

beforeAll(async () => {
  admin = await connection.begin((tx) => addAdmin(tx, { areas: ["volunteers"] }));
});
afterAll(async () => {
  const people = connection`(select id from public.volunteers where email like ${`${word}%`})`;
  await connection`delete from public.volunteer_merges where kept_id in ${people}`;
  await connection`update public.volunteers set merged_into_id = null where id in ${people}`;
  await connection`delete from public.volunteers where email like ${`${word}%`}`;
  await connection`delete from auth.users where email like ${`${word}%`} or id = ${admin.id}`;
  await connection`delete from public.events where id in ${connection(eventIds)}`;
  await connection.end();
});

/** Adds events, half of them in the past and some with only a few spots, so that people have to wait. */
async function addEvents(tx: Transaction) {
  for (let number = 0; number < 24; number += 1) {
    const places = [undefined, 500, 500, 12][number % 4];
    eventIds.push(
      await addShift(tx, {
        days: number % 2 === 0 ? -2 - number : 2 + number,
        hours: 1 + (number % 5),
        ...(places === undefined ? {} : { places }),
      }),
    );
  }
}

async function addPeople(tx: Transaction, random: () => number) {
  const people: { readonly id: string; readonly accountId?: string }[] = [];
  for (let number = 0; number < VOLUNTEER_COUNT; number += 1) {
    const email = `${word}-${number}@example.org`;
    const details = {
      name: `V${number} Lee`,
      phone: number % 3 === 0 ? `555-0${number}` : null,
      city: number % 4 === 0 ? `City ${number}` : null,
      notes: number % 5 === 0 ? `Note ${number}` : null,
      opening_hours: number % 7,
      total_hours: number % 7,
    };
    if (number % 6 === 5) {
      people.push({ id: await addVolunteerWithoutAccount(tx, email, details) });
      continue;
    }
    const volunteer = await addVolunteerWithAccount(tx, email, details);
    people.push({ id: volunteer.id, accountId: volunteer.login.id });
    for (const [index, eventId] of eventIds.entries()) {
      if (random() > 0.4) continue;
      const isPast = index % 2 === 0;
      const attendance = isPast
        ? pickFrom(["confirmed", "confirmed", "expected", "absent"], random)
        : "expected";
      const code = await catchSqlState(
        tx.savepoint((savepoint) => signUp(savepoint, volunteer, eventId, attendance)),
      );
      expect([undefined, "CP006"]).toContain(code);
      if (code === "CP006" && !isPast) await joinWaitingList(tx, volunteer, eventId);
    }
    if (number % 4 === 1) {
      await tx`
        insert into public.volunteer_highlights (volunteer_id, title, message) values (${volunteer.login.id}, 'T', 'M')`;
    }
    if (number % 5 === 1) {
      await tx`
        insert into public.calendar_feeds (volunteer_id, token_hash)
        values (${volunteer.login.id}, encode(sha256(convert_to(${email}, 'UTF8')), 'hex'))`;
    }
    await tx`
      insert into public.volunteer_qualifications (volunteer_id, kind, completed_on)
      values (${volunteer.id}, 'waiver', '2026-11-03')`;
  }
  return people;
}

/**
 * Checks what must be true no matter who is merged: nobody is at the same event twice, counters match, and hours add
 * up.
 */
async function expectConsistency(ids: readonly string[]) {
  const wrong = await connection`
    select 'counter' as kind, meeting.id::text as row
    from public.events as meeting
    left join public.volunteer_shifts as shift on shift.event_id = meeting.id
    cross join lateral (
      select count(*)::integer as joined, count(*) filter (where attendance = 'absent')::integer as absent
      from public.volunteer_event_registrations as registration where registration.event_id = meeting.id
    ) as counted
    where meeting.id in ${connection(eventIds)} and (
      meeting.registered_volunteers <> counted.joined or meeting.absent_volunteers <> counted.absent
      or shift.signed_up_volunteers <> counted.joined
    )
    union all
    select 'hours', person.id::text
    from public.volunteers as person
    cross join lateral (
      select coalesce(sum(meeting.hours), 0) as hours, coalesce(sum(meeting.packages_packed), 0) as packages
      from public.volunteer_event_registrations as registration
      join public.events as meeting on meeting.id = registration.event_id
      where registration.volunteer_id = person.account_id and registration.attendance = 'confirmed'
    ) as attended
    where person.id in ${connection(ids)} and person.merged_into_id is null
      and (person.total_hours, person.packages_helped) is distinct from
        (person.opening_hours + attended.hours, attended.packages::integer)
    union all
    select 'left behind', person.id::text
    from public.volunteers as person
    where person.id in ${connection(ids)} and person.merged_into_id is not null and (
      exists (select from public.volunteer_event_registrations where volunteer_id = person.account_id)
      or exists (select from public.shift_waitlist where volunteer_id = person.account_id)
      or exists (select from public.volunteer_highlights where volunteer_id = person.account_id)
      or exists (select from public.calendar_feeds where volunteer_id = person.account_id)
      or exists (select from public.volunteer_qualifications where volunteer_id = person.id)
    )
    union all
    select 'account', account.id::text
    from public.volunteer_accounts as account
    where account.email like ${`${word}%`}
      and account.is_active <> exists (
        select from public.volunteers as person where person.account_id = account.id and person.merged_into_id is null
      )`;
  expect([...wrong]).toEqual([]);
}

const readHours = async (ids: readonly string[]) => {
  const [row] = await connection<[{ opening: string; people: number }]>`
    select sum(opening_hours)::text as opening, count(*)::integer as people
    from public.volunteers where id in ${connection(ids)} and merged_into_id is null`;
  return row;
};

test("threat 21: merging and undoing random pairs of volunteers leaves hours and registrations unchanged", async () => {
  const random = createRandomGenerator(firstSeed);
  const people = await connection.begin(async (tx) => {
    await addEvents(tx);
    const added = await addPeople(tx, random);
    // Completes these shifts. Otherwise, a spot that a merge frees would go to the next person in line, who would keep
    // it after the merge is undone.
    await tx`
      update public.volunteer_shifts set status = 'completed' where event_id in ${tx(eventIds)} and max_volunteers = 12`;
    return added;
  });
  const ids = people.map(({ id }) => id);
  const accountIds = people.flatMap(({ accountId }) => accountId ?? []);
  const fingerprint = () =>
    connection.begin((tx) => computeVolunteersFingerprint(tx, ids, accountIds));
  await expectConsistency(ids);
  const before = await fingerprint();
  const openingHours = await readHours(ids);
  const fields = ["name", "email", "phone", "location", "notes"];
  const walk = new MergeWalk({ noun: "volunteer", ids, fields, random });
  await walk.run({
    connection,
    admin,
    pairCount: getRoundCount(8, 600),
    expectConsistency: async () => {
      await expectConsistency(ids);
      // Merges add up the opening hours without losing any.
      expect((await readHours(ids)).opening).toBe(openingHours.opening);
    },
  });
  const { merged, undone, refused } = walk.counts;
  console.log(`${merged} merges, ${undone} undone, ${refused} refusals`);
  expect(await fingerprint()).toBe(before);
}, 300_000);
