import { expect, test } from "vitest";
import { readVolunteerReport } from "../../functions/api/volunteer-reports/queries.ts";
import { createRandomGenerator, firstSeed, getRoundCount } from "../random.ts";
import { addAdmin, withRollback, type Person, type Transaction } from "./connection.ts";
import { addVolunteerWithAccount, addVolunteerWithoutAccount } from "./merging-volunteers.ts";
import { pickFrom } from "./random-merging.ts";
import { uniqueWord } from "../unique-word.ts";
import {
  findGaps,
  findMailProblems,
  type LogEntry,
  type Truth,
} from "./volunteer-history-mails.ts";
import { addHistoryFunctions, encodeStep, type Step } from "./volunteer-history-steps.ts";
import {
  findContradictions,
  findWrongSums,
  recomputeSiteHours,
  type HistoryRows,
  type Sums,
} from "./volunteer-history-sums.ts";

const HISTORIES = getRoundCount(100, 10_000);
const STEPS = 12;
/** A transaction gets slower the more rows its rolled-back histories leave behind. */
const HISTORIES_PER_TRANSACTION = 25;

interface Volunteer {
  readonly id: string;
  readonly login: Person | null;
}

interface World {
  readonly admin: Person;
  readonly people: readonly Volunteer[];
  readonly events: readonly string[];
}

interface End {
  readonly rows: HistoryRows;
  readonly sums: Sums;
  readonly truths: readonly Truth[];
  readonly siteHours: number;
}

const CHOICES = JSON.stringify({
  name: "kept",
  email: "kept",
  phone: "kept",
  location: "kept",
  availability: "kept",
  interests: "kept",
  emergencyContact: "kept",
  notes: "both",
  tags: "both",
});

/** Clocks never skip these times. The last two go past midnight. */
const TIMES = [
  { start: "10:00", end: "12:30" },
  { start: "11:00", end: "13:00" },
  { start: "20:00", end: "01:00" },
  { start: "08:00", end: "01:30" },
];

/** Refusals that anyone may get. All others are faults. */
const REFUSALS = /^(?:CP\d{3}|23514|42501)$/v;

async function addWorld(tx: Transaction): Promise<World> {
  const word = uniqueWord();
  const people: Volunteer[] = [];
  for (const number of [0, 1]) {
    const { id, login } = await addVolunteerWithAccount(tx, `${word}-${number}@example.org`, {
      opening_hours: number,
    });
    people.push({ id, login });
  }
  people.push({ id: await addVolunteerWithoutAccount(tx, `${word}@example.org`), login: null });
  const events = await tx<{ id: string }[]>`
    insert into public.events (event_type, date, start_time, end_time, ends_next_day, address, packages_packed)
    values
      ('Food Drive', private.today() + 2, '10:00', '12:30', false, '1 Test Street', 20),
      ('Food Drive', private.today() + 1, '20:00', '01:00', true, '1 Test Street', 7),
      ('Food Drive', private.today() - 2, '11:00', '13:00', false, '1 Test Street', 5)
    returning id`;
  await tx`
    insert into public.volunteer_shifts (event_id, max_volunteers) values (${events[0]!.id}, 1), (${events[1]!.id}, 2)`;
  const world = { admin: await addAdmin(tx), people, events: events.map(({ id }) => id) };
  await addHistoryFunctions(tx, { people: people.map(({ id }) => id), events: world.events });
  return world;
}

/** Returns what happens in a history. Half of the time, the mail server is down, for up to two days. */
function writeHistory({ admin, people, events }: World, random: () => number): Step[] {
  const pick = <Item>(items: readonly Item[]): Item => pickFrom(items, random);
  const withLogin = people.filter(({ login }) => login !== null);
  const signUps: { readonly person: string; readonly event: string }[] = [];
  const signUp = (step: Step): Step => {
    signUps.push({ person: step.person!, event: step.event! });
    return step;
  };
  const asVolunteer = (kind: string, value: number | null = null): Step => {
    const { id, login } = pick(withLogin);
    return { kind, actor: login, person: id, event: pick(events), value };
  };
  const asAdmin = (kind: string, value: string | number | null = null): Step => ({
    kind,
    actor: admin,
    person: pick(people).id,
    event: pick(events),
    value,
  });
  /** Mostly about someone who has signed up. */
  const asCoordinator = (kind: string, value: string | null = null): Step => ({
    ...asAdmin(kind, value),
    ...(signUps.length === 0 || random() < 0.1 ? {} : pick(signUps)),
  });
  const asServer = (kind: string, value: number | null = null): Step => ({
    kind,
    actor: null,
    value,
  });
  const choices: readonly (() => Step | readonly Step[])[] = [
    () => signUp(asVolunteer("join")),
    () => signUp(asAdmin("put")),
    // Most hours come from the event in the past.
    () => signUp({ ...asAdmin("put"), event: events[2]! }),
    () => asVolunteer("leave"),
    () => asCoordinator("remove"),
    () => asCoordinator("mark", pick(["confirmed", "confirmed", "absent", "expected"])),
    () => asCoordinator("mark", pick(["confirmed", "absent"])),
    () => asCoordinator("mark", "confirmed"),
    () =>
      asCoordinator(
        "times",
        JSON.stringify(
          pick([
            { in: "10:20" },
            { in: "20:45", out: "23:10" },
            { out: "00:20" },
            { in: "10:30", out: "11:50" },
            { hours: 1.75 },
            {},
          ]),
        ),
      ),
    () => asAdmin("move", JSON.stringify({ days: pick([-3, -1, 0, 1, 3, 9]), ...pick(TIMES) })),
    () => asAdmin("move", JSON.stringify({ days: pick([1, 2]), ...pick(TIMES) })),
    () => asAdmin("cancel"),
    () => asAdmin("cancel"),
    () => asAdmin("status", pick(["active", "canceled", "completed"])),
    () => asAdmin("limit", pick([1, 2, 4])),
    () => asAdmin("unlimit"),
    () => ({ ...asAdmin("disable"), other: pick(withLogin).login!.id }),
    () => asAdmin("note", pick(["Gloves.", "Boots."])),
    () => asAdmin("enter", pick([0, 1, 2, 3])),
    () => {
      const handIn = asVolunteer("hand in", pick([0, 1, 2, 3]));
      return [handIn, { ...handIn, kind: "review", actor: admin, value: "approved" }];
    },
    () => asAdmin("review", pick(["approved", "rejected"])),
    () => asAdmin("beside"),
    () => ({ ...asAdmin("merge", CHOICES), other: pick(people).id }),
    () => ({ ...asAdmin("merge", CHOICES), other: pick(people).id }),
    () => asAdmin("undo"),
    () => asAdmin("undo"),
    () => asServer("job"),
    () => asServer("remind"),
    () => asServer("pass", pick([1, 1, 2])),
    () => asServer("pass", 1),
  ];
  const steps = Array.from({ length: STEPS }, (_, number) => {
    // A history without sign-ups would show nothing.
    const next = number < 3 ? pick(choices.slice(0, 3))() : pick(choices)();
    return [
      ...(Array.isArray(next) ? (next as readonly Step[]) : [next as Step]),
      ...(random() < 0.5 ? [asServer("deliver", pick([0, 10]))] : []),
    ];
  });
  return [...steps.flat(), asServer("job"), asServer("deliver", 10)];
}

/** Returns the hours in the report by period, without those of other tests, which may write at any time. */
async function readReportHours(
  tx: Transaction,
  world: Pick<World, "people" | "events">,
): Promise<number> {
  const { people, events } = world;
  const readOthers = async () => {
    const [row] = await tx<[{ hours: number }]>`
      select (
        (select coalesce(sum(hours), 0) from private.counted_shifts where event_id <> all (${[...events]}))
        + (select coalesce(sum(hours), 0) from private.counted_entries
          where person_id <> all (${people.map(({ id }) => id)}))
      )::float as hours`;
    return row.hours;
  };
  const before = await readOthers();
  const { total }: { total: { hours: number | string } } = await readVolunteerReport(tx as never, {
    from: "2000-01-01",
    to: "2199-12-31",
  });
  const after = await readOthers();
  if (before !== after) return readReportHours(tx, world);
  return Math.round((Number(total.hours) - before) * 100) / 100;
}

const ROLL_BACK = new Error("The history is over.");

/** Returns what is wrong in a history. */
async function live(tx: Transaction, world: World, steps: readonly Step[]): Promise<string[]> {
  const problems: string[] = [];
  await tx
    .savepoint(async (inner) => {
      const [{ log }] = await inner<[{ log: LogEntry[] }]>`
        select pg_temp.live(${inner.json(steps.map(encodeStep))}) as log`;
      const [{ end }] = await inner<[{ end: End }]>`select pg_temp.finish() as end`;
      for (const { kind, refusal, message, outcome } of log) {
        if (refusal !== undefined && !REFUSALS.test(refusal)) {
          problems.push(`${kind}: ${refusal} ${message}`);
        }
        if (kind === "merge" && outcome !== undefined && outcome !== null) {
          const { foretold, total, packages } = outcome as {
            foretold: { totalHours: number; packagesHelped: number };
            total: number;
            packages: number;
          };
          if (foretold.totalHours !== total || foretold.packagesHelped !== packages) {
            problems.push(`merge: ${total} hours instead of the preview's ${foretold.totalHours}`);
          }
        }
      }
      problems.push(
        ...findMailProblems(log),
        ...findGaps(log, end.truths),
        ...findWrongSums(end.rows, end.sums),
        ...findContradictions(end.rows),
      );
      const right = recomputeSiteHours(end.rows);
      if (end.siteHours !== right.shifts) {
        problems.push(`site: ${end.siteHours} instead of ${right.shifts}`);
      }
      const reported = await readReportHours(inner, world);
      if (reported !== right.all) problems.push(`report: ${reported} instead of ${right.all}`);
      throw ROLL_BACK;
    })
    .catch((error: unknown) => {
      if (error !== ROLL_BACK) throw error;
    });
  return problems;
}

/** Leaves out steps for as long as the same thing goes wrong, so that only those that matter remain, and the end. */
async function shorten(tx: Transaction, world: World, steps: readonly Step[], problem: string) {
  const name = problem.slice(0, 12);
  let rest = [...steps];
  let now = problem;
  for (let position = rest.length - 3; position >= 0; position -= 1) {
    const fewer = rest.toSpliced(position, 1);
    const left = await live(tx, world, fewer);
    const same = left.find((found) => found.startsWith(name));
    if (same === undefined) continue;
    now = same;
    rest = fewer;
  }
  const describe = ({ kind, actor, person, other, event, value }: Step) => {
    const number = world.people.findIndex(
      ({ id, login }) => id === person || (actor !== null && login === actor),
    );
    const second = world.people.findIndex(({ id, login }) => id === other || login?.id === other);
    return `${kind} ${number}${second < 0 ? "" : `+${second}`} e${world.events.indexOf(event ?? "")} ${kind === "merge" ? "" : (value ?? "")}`;
  };
  return `${rest.map(describe).join("; ")}: ${now}`;
}

test("sums, emails, waiting lists and merges are right after random histories of volunteers", async () => {
  const problems: string[] = [];
  for (let first = 0; first < HISTORIES; first += HISTORIES_PER_TRANSACTION) {
    await withRollback(async (tx) => {
      const world = await addWorld(tx);
      const last = Math.min(HISTORIES, first + HISTORIES_PER_TRANSACTION);
      for (let seed = firstSeed + first; seed < firstSeed + last; seed += 1) {
        const steps = writeHistory(world, createRandomGenerator(seed));
        const found = await live(tx, world, steps);
        if (found.length === 0) continue;
        const smallest =
          problems.length < 5 ? await shorten(tx, world, steps, found[0]!) : "not shortened";
        problems.push(`seed ${seed}: ${found.join(" | ")}\n  after: ${smallest}`);
      }
    });
  }
  expect(problems).toEqual([]);
}, 3_600_000);
