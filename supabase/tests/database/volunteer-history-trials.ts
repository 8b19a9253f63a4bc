import type { Sql } from "postgres";
import { readVolunteerReport } from "../../functions/api/volunteer-reports/queries.ts";
import { createRandomGenerator } from "../random.ts";
import { withRollbackIn } from "../rolled-back.ts";
import { buildJwtClaims, type Transaction } from "./connection.ts";
import { writeHistories } from "./volunteer-history-choices.ts";
import {
  findGaps,
  findMailProblems,
  type LogEntry,
  type Truth,
} from "./volunteer-history-mails.ts";
import { addHistoryFunctions, encodeStep, type Step } from "./volunteer-history-steps.ts";
import {
  findContradictions,
  findWrongFigures,
  findWrongSums,
  pickRows,
  type SiteFigures,
  type Sums,
} from "./volunteer-history-sums.ts";
import { addWorld, type World } from "./volunteer-history-world.ts";

const HISTORIES_PER_WORLD = 10;
/** Adding a world takes a tenth of the time, so the next histories begin in the same one. */
const HISTORIES_PER_TRANSACTION = 100;

/** Returns the organization's hour of the day in a transaction: 10 p.m., 3 a.m., 8 a.m., and in the end each hour. */
const hourOf = (transaction: number): number => (22 + transaction * 5) % 24;

interface End extends SiteFigures {
  readonly sums: Sums;
  readonly truths: readonly (readonly Truth[])[];
}

/** What is wrong in one history, or in the figures of all of them. */
interface Problem {
  readonly cell?: number;
  readonly text: string;
}

/** Refusals that anyone may get. All others are faults. */
const REFUSALS = /^(?:CP\d{3}|23514|42501)$/v;

/** Returns the hours in the report by period, without those of other tests, which may write at any time. */
async function readReportHours(tx: Transaction): Promise<number> {
  const readOthers = async () => {
    const [row] = await tx<[{ hours: number }]>`
      select pg_temp.other_hours('-infinity', 'infinity')::float as hours`;
    return row.hours;
  };
  const before = await readOthers();
  const { total }: { total: { hours: number | string } } = await readVolunteerReport(tx as never, {
    from: "2000-01-01",
    to: "2199-12-31",
  });
  const after = await readOthers();
  if (before !== after) return readReportHours(tx);
  return Math.round((Number(total.hours) - before) * 100) / 100;
}

function findStepProblems({ kind, refusal, message, outcome, isLate }: LogEntry): string[] {
  if (isLate) return [`${kind}: someone moved up shortly before the start`];
  if (refusal !== undefined && !REFUSALS.test(refusal)) return [`${kind}: ${refusal} ${message}`];
  if (kind !== "merge" || outcome === undefined || outcome === null) return [];
  const { foretold, total, packages } = outcome as {
    foretold: { totalHours: number; packagesHelped: number };
    total: number;
    packages: number;
  };
  return foretold.totalHours === total && foretold.packagesHelped === packages
    ? []
    : [`merge: ${total} hours instead of the preview's ${foretold.totalHours}`];
}

/** Returns what is wrong in one of the histories. */
function findCellProblems(world: World, cell: number, log: readonly LogEntry[], end: End) {
  const { people, events } = world.cells[cell]!;
  const ids = new Set([...people.map(({ id }) => id), ...events]);
  const own = log
    .filter((entry) => entry.cell === undefined || entry.cell === cell)
    .map((entry) =>
      Array.isArray(entry.outcome)
        ? { ...entry, outcome: entry.outcome.filter(({ person }) => ids.has(person)) }
        : entry,
    );
  const rows = pickRows(end.rows, (id) => ids.has(id));
  const texts = [
    ...own.flatMap(findStepProblems),
    ...findMailProblems(own),
    ...findGaps(own, end.truths[cell]!, end.today),
    ...findWrongSums(rows, end.sums),
    ...findContradictions(rows),
  ];
  return texts.map((text) => ({ cell, text }));
}

/** Lives through these steps, takes them back, and returns what was wrong. */
const live = (tx: Transaction, world: World, steps: readonly Step[]): Promise<Problem[]> =>
  withRollbackIn(
    (run) => tx.savepoint(run),
    async (inner: Transaction) => {
      const log = await inner<{ entry: LogEntry }[]>`
        select entry from pg_temp.live(${inner.json(steps.map(encodeStep))}) as entry`;
      const cells = world.cells.map(({ people, events }) => ({
        people: people.map(({ id }) => id),
        events,
      }));
      const [{ end }] = await inner<[{ end: End }]>`
        select pg_temp.finish(${inner.json(cells)}, ${buildJwtClaims(world.admin)}) as end`;
      const figures = findWrongFigures(end, await readReportHours(inner));
      const entries = log.map(({ entry }) => entry);
      return [
        ...world.cells.flatMap((_, cell) => findCellProblems(world, cell, entries, end)),
        ...figures.map((text) => ({ text })),
      ];
    },
  );

const describeStep = (world: World, { kind, cell, ...step }: Step): string => {
  const { people, events } = world.cells[cell ?? 0]!;
  const numberOf = (id: string | undefined) =>
    people.findIndex((person) => id !== undefined && [person.id, person.login?.id].includes(id));
  const second = numberOf(step.other);
  const who =
    cell === undefined ? "" : ` ${numberOf(step.person)}${second < 0 ? "" : `+${second}`}`;
  const where = step.event === undefined ? "" : ` e${events.indexOf(step.event)}`;
  return `${kind}${who}${where} ${kind === "merge" ? "" : (step.value ?? "")}`.trim();
};

/** Leaves out steps for as long as the same thing goes wrong, so that only those that matter remain, and the end. */
async function shorten(tx: Transaction, world: World, steps: readonly Step[], problem: Problem) {
  const name = problem.text.slice(0, 12);
  let rest = steps.filter(({ cell }) => [undefined, problem.cell ?? cell].includes(cell));
  let now = problem.text;
  for (let position = rest.length - 3; position >= 0; position -= 1) {
    const fewer = rest.toSpliced(position, 1);
    const left = await live(tx, world, fewer);
    const same = left.find(({ cell, text }) => cell === problem.cell && text.startsWith(name));
    if (same === undefined) continue;
    now = same.text;
    rest = fewer;
  }
  return `${rest.map((step) => describeStep(world, step)).join("; ")}: ${now}`;
}

interface Trial {
  readonly firstSeed: number;
  readonly count: number;
  /** How many steps each history has. */
  readonly turns: number;
}

/** Lives through random histories, and returns what was wrong, each with its seed and the shortest way to it. */
export async function tryHistories(connection: Sql, trial: Trial): Promise<string[]> {
  const { firstSeed, count, turns } = trial;
  const problems: string[] = [];
  const tryFrom = async (tx: Transaction, world: World, first: number) => {
    const randoms = world.cells.map((_, cell) => createRandomGenerator(first + cell));
    const background = createRandomGenerator(2 ** 32 - first);
    const steps = writeHistories(world, { turns, randoms, background });
    for (const problem of await live(tx, world, steps)) {
      const smallest =
        problems.length < 5 ? await shorten(tx, world, steps, problem) : "not shortened";
      const seed = problem.cell === undefined ? `from ${first}` : first + problem.cell;
      problems.push(`seed ${seed}: ${problem.text}\n  after: ${smallest}`);
    }
  };
  await addHistoryFunctions(connection);
  const end = firstSeed + count;
  for (let start = firstSeed; start < end; start += HISTORIES_PER_TRANSACTION) {
    await withRollbackIn(
      (run) => connection.begin(run),
      async (tx: Transaction) => {
        const hour = hourOf((start - firstSeed) / HISTORIES_PER_TRANSACTION);
        const world = await addWorld(tx, { cellCount: HISTORIES_PER_WORLD, hour });
        const stop = Math.min(start + HISTORIES_PER_TRANSACTION, end);
        for (let first = start; first < stop; first += HISTORIES_PER_WORLD) {
          await tryFrom(tx, world, first);
        }
      },
    );
  }
  return problems;
}
