import { expect, test } from "vitest";
import { createRandomGenerator, firstSeed, getRoundCount } from "../random.ts";
import {
  addAdmin,
  addVolunteer,
  runAs,
  withRollback,
  type Person,
  type Transaction,
} from "./connection.ts";
import { sendShiftEmails, type ShiftMail } from "./shift-mail.ts";

const HISTORIES = getRoundCount(15, 200);
const STEPS = 40;
const EDIT_MINUTES = 10;

interface World {
  readonly tx: Transaction;
  readonly admin: Person;
  readonly people: readonly Person[];
  readonly events: readonly string[];
  readonly pick: <Item>(items: readonly Item[]) => Item;
}

const attempt = (tx: Transaction, work: (inner: Transaction) => PromiseLike<unknown>) =>
  tx.savepoint(work).catch(() => undefined);

const selectPerson = (tx: Transaction, { id }: Person) =>
  tx`(select id from public.volunteers where account_id = ${id})`;

const steps: readonly ((world: World) => Promise<unknown>)[] = [
  ({ tx, people, events, pick }) =>
    attempt(tx, (inner) =>
      runAs(
        inner,
        pick(people),
        (asPerson) => asPerson`select private.join_event(${pick(events)}, true)`,
      ),
    ),
  ({ tx, people, events, pick }) =>
    attempt(tx, (inner) =>
      runAs(
        inner,
        pick(people),
        (asPerson) => asPerson`select private.leave_event(${pick(events)})`,
      ),
    ),
  ({ tx, admin, people, events, pick }) =>
    attempt(tx, (inner) =>
      runAs(
        inner,
        admin,
        (asAdmin) => asAdmin`
        select private.put_on_shift(${selectPerson(asAdmin, pick(people))}, ${pick(events)}, true, true)`,
      ),
    ),
  ({ tx, admin, people, events, pick }) =>
    attempt(tx, (inner) =>
      runAs(
        inner,
        admin,
        (asAdmin) => asAdmin`
        delete from public.volunteer_event_registrations
        where event_id = ${pick(events)} and person_id = ${selectPerson(asAdmin, pick(people))}`,
      ),
    ),
  ({ tx, events, pick }) =>
    tx`update public.events set start_time = ${pick(["10:00", "11:00", "11:30"])} where id = ${pick(events)}`,
  ({ tx, events, pick }) =>
    tx`update public.events set is_active = not is_active where id = ${pick(events)}`,
  ({ tx, admin, people, pick }) =>
    runAs(tx, admin, (asAdmin) => asAdmin`select private.set_volunteer_active(${pick(people).id})`),
  ({ tx, admin, events, pick }) =>
    runAs(tx, admin, async (asAdmin) => {
      await asAdmin`select private.choose_shift_emails(true)`;
      await asAdmin`update public.events set note = ${pick(["Gloves.", "Boots."])} where id = ${pick(events)}`;
      await asAdmin`select private.choose_shift_emails(null)`;
    }),
];

interface Truth {
  readonly email: string;
  readonly event: string;
  readonly start: string;
  readonly isActive: boolean;
  readonly isOpen: boolean;
  readonly state: "on" | "waiting" | "off";
}

const readTruth = async ({ tx, people, events }: World): Promise<Truth[]> => [
  ...(await tx<Truth[]>`
    select account.email, meeting.id as event, meeting.start_time as start, meeting.is_active as "isActive",
      account.is_active as "isOpen",
      case
        when registration.id is not null then 'on'
        when exists (
          select from public.shift_waitlist as queue
          join public.volunteer_shifts as shift on shift.id = queue.shift_id
          where shift.event_id = meeting.id and queue.person_id = person.id
        ) then 'waiting' else 'off'
      end as state
    from public.volunteer_accounts as account
    join public.volunteers as person on person.account_id = account.id
    cross join public.events as meeting
    left join public.volunteer_event_registrations as registration
      on registration.event_id = meeting.id and registration.person_id = person.id
    where account.id in ${tx(people.map(({ id }) => id))} and meeting.id in ${tx([...events])}`),
];

const SPOTS = new Set(["Shift Sign-Up", "Added to Shift", "Waitlist Promotion"]);
const CHANGES = new Set(["Event Changed", "Event Details Changed", "Event Reinstated"]);
const isAboutSpot = (template: string) => SPOTS.has(template) || CHANGES.has(template);

/** Returns what is wrong with an email that leaves now, or null. */
function findUntruth({ template, data }: ShiftMail, truth: Truth): string | null {
  const isTrue = isAboutSpot(template)
    ? truth.isActive &&
      truth.isOpen &&
      truth.start === data["startTime"] &&
      (truth.state === "on" || (truth.state === "waiting" && CHANGES.has(template)))
    : template === "Event Canceled"
      ? !truth.isActive
      : template === "Added to Waiting List"
        ? truth.isActive && truth.start === data["startTime"] && truth.state === "waiting"
        : truth.state === "off" || (template === "Removed from Shift" && truth.state !== "on");
  return isTrue ? null : `${template} at ${data["startTime"]}: ${JSON.stringify(truth)}`;
}

/** Returns what someone doesn't know at the end, or null. `mails` are their emails about the event. */
function findGap(mails: readonly ShiftMail[], truth: Truth): string | null {
  const last = mails.at(-1);
  const describe = () =>
    `${JSON.stringify(truth)} after ${mails.map(({ template, data }) => `${template} ${data["startTime"]}`).join(", ")}`;
  const saysTheyAreOn =
    last !== undefined &&
    isAboutSpot(last.template) &&
    last.data["standing"] !== "You're still on the waiting list.";
  if (!truth.isOpen || truth.state === "waiting") return null;
  if (truth.state === "off" || !truth.isActive) return saysTheyAreOn ? describe() : null;
  return saysTheyAreOn && last.data["startTime"] === truth.start ? null : describe();
}

const isRepeated = (mail: ShiftMail, former: ShiftMail | undefined): boolean =>
  former !== undefined &&
  former.template === mail.template &&
  JSON.stringify(former.data) === JSON.stringify(mail.data);

test("no email of a random history is untrue when it leaves, nobody is told twice, and everyone knows in the end", async () => {
  const problems: string[] = [];
  let sentCount = 0;
  for (let seed = firstSeed; seed < firstSeed + HISTORIES; seed += 1) {
    await withRollback(async (tx) => {
      const random = createRandomGenerator(seed);
      const pick = <Item>(items: readonly Item[]): Item =>
        items[Math.floor(random() * items.length)]!;
      const people = [await addVolunteer(tx), await addVolunteer(tx), await addVolunteer(tx)];
      const events = await tx<{ id: string }[]>`
        insert into public.events (event_type, date, start_time, end_time, address)
        select 'Food Drive', private.today() + 5 + day, '10:00', '12:00', '1 Test Street'
        from generate_series(1, 2) as day returning id`;
      await tx`insert into public.volunteer_shifts (event_id, max_volunteers) values (${events[0]!.id}, 1)`;
      const world: World = {
        tx,
        admin: await addAdmin(tx),
        people,
        events: events.map(({ id }) => id),
        pick,
      };
      const history = new Map<string, ShiftMail[]>();
      const deliver = async (minutes: number) => {
        const truths = await readTruth(world);
        for (const [email, mails] of Object.entries(await sendShiftEmails(tx, minutes))) {
          for (const mail of mails) {
            const truth = truths.find(
              (row) => row.email === email && row.event === mail.data["eventId"],
            );
            if (truth === undefined) continue;
            const key = `${email} ${truth.event}`;
            const former = history.get(key) ?? [];
            const untruth = findUntruth(mail, truth);
            if (untruth !== null) problems.push(`seed ${seed}: untrue: ${untruth}`);
            if (isRepeated(mail, former.at(-1)))
              problems.push(`seed ${seed}: told twice: ${mail.template}`);
            history.set(key, [...former, mail]);
            sentCount += 1;
          }
        }
      };
      for (let step = 0; step < STEPS; step += 1) {
        await pick(steps)(world);
        // Half of the time, the mail server is down.
        if (random() < 0.5) await deliver(pick([0, EDIT_MINUTES]));
      }
      await deliver(EDIT_MINUTES);
      for (const truth of await readTruth(world)) {
        const gap = findGap(history.get(`${truth.email} ${truth.event}`) ?? [], truth);
        if (gap !== null) problems.push(`seed ${seed}: not told: ${gap}`);
      }
    });
  }
  expect(problems).toEqual([]);
  expect(sentCount).toBeGreaterThan(HISTORIES * 3);
});
