import { KEPT_CHOICES } from "../merge-choices.ts";
import { pickFrom } from "./random-merging.ts";
import type { Step } from "./volunteer-history-steps.ts";
import type { Cell, World } from "./volunteer-history-world.ts";

const CHOICES = JSON.stringify(KEPT_CHOICES.volunteer);

/** Clocks never skip these times. The last two go past midnight. */
const TIMES = [
  { start: "10:00", end: "12:30" },
  { start: "11:00", end: "13:00" },
  { start: "20:00", end: "01:00" },
  { start: "08:00", end: "01:30" },
];

const WORKED = [
  { in: "10:20" },
  { in: "20:45", out: "23:10" },
  { out: "00:20" },
  { in: "10:30", out: "11:50" },
  { hours: 1.75 },
  {},
];

/** Returns what writes the steps of one history, each by someone, about a person and an event. */
function createActors({ admin, cells }: World, cell: number, random: () => number) {
  const { people, events } = cells[cell]!;
  const pick = <Item>(items: readonly Item[]): Item => pickFrom(items, random);
  const withLogin = people.filter(({ login }) => login !== null);
  const signUps: { readonly person: string; readonly event: string }[] = [];
  const signUp = (step: Step): Step => {
    signUps.push({ person: step.person!, event: step.event! });
    return step;
  };
  const asVolunteer = (kind: string, value: number | null = null): Step => {
    const { id, login } = pick(withLogin);
    return { kind, cell, actor: login, person: id, event: pick(events), value };
  };
  const asAdmin = (kind: string, value: string | number | null = null): Step => ({
    kind,
    cell,
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
  const everyone: Pick<Step, "people" | "events"> = { people: people.map(({ id }) => id), events };
  return { pick, signUp, asVolunteer, asAdmin, asCoordinator, withLogin, events, people, everyone };
}

/** Returns what happens to the people and events of one history, by turns. A turn may have two steps. */
function writeHistory(
  world: World,
  cell: number,
  { random, turns }: { readonly random: () => number; readonly turns: number },
): Step[][] {
  const { admin } = world;
  const { pick, signUp, asVolunteer, asAdmin, asCoordinator, ...who } = createActors(
    world,
    cell,
    random,
  );
  const { withLogin, events, people, everyone } = who;
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
    () => asCoordinator("times", JSON.stringify(pick(WORKED))),
    () => asAdmin("move", JSON.stringify({ days: pick([-3, -1, 0, 1, 3, 9]), ...pick(TIMES) })),
    () => asAdmin("move", JSON.stringify({ days: pick([1, 2]), ...pick(TIMES) })),
    () => asAdmin("hasten"),
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
    () => ({ ...asAdmin("merge", CHOICES), ...everyone, other: pick(people).id }),
    () => ({ ...asAdmin("merge", CHOICES), ...everyone, other: pick(people).id }),
    () => ({ ...asAdmin("undo"), ...everyone }),
    () => ({ ...asAdmin("undo"), ...everyone }),
  ];
  return Array.from({ length: turns }, (_, turn) => {
    // A history without sign-ups would show nothing.
    const next = turn < 3 ? pick(choices.slice(0, 3))() : pick(choices)();
    return Array.isArray(next) ? (next as Step[]) : [next as Step];
  });
}

/** Days go by, jobs run and emails leave for everyone. Half of the time, the mail server is down, for up to two days. */
function writeBackground(random: () => number): Step[] {
  const asServer = (kind: string, value: number | null = null): Step => ({
    kind,
    actor: null,
    value,
  });
  const isNext = random() < 0.18;
  const next = pickFrom(
    [
      asServer("job"),
      asServer("remind"),
      asServer("pass", pickFrom([1, 1, 2], random)),
      asServer("pass", 1),
    ],
    random,
  );
  const mail = asServer("deliver", pickFrom([0, 10], random));
  return [...(isNext ? [next] : []), ...(random() < 0.5 ? [mail] : [])];
}

export interface Writing {
  readonly turns: number;
  /** One generator for each history, and one for what happens to all of them. */
  readonly randoms: readonly (() => number)[];
  readonly background: () => number;
}

/** Returns all that happens in a world, step by step. */
export function writeHistories(world: World, { turns, randoms, background }: Writing): Step[] {
  const histories = world.cells.map((_: Cell, cell) =>
    writeHistory(world, cell, { random: randoms[cell]!, turns }),
  );
  const steps = Array.from({ length: turns }, (_, turn) => [
    ...histories.flatMap((history) => history[turn]!),
    ...writeBackground(background),
  ]);
  return [
    ...steps.flat(),
    { kind: "job", actor: null },
    { kind: "deliver", actor: null, value: 10 },
  ];
}
