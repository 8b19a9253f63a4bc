import { buildJwtClaims, sql, type Transaction } from "./connection.ts";
import { actors, type Actor, type People } from "./people.ts";

export const commands = ["select", "insert", "update", "delete"] as const;
export type Command = (typeof commands)[number];

/** Tags of the rows that each actor may access; `everybody` stands for all other actors. */
export type AccessibleTags = Partial<Record<Actor | "everybody", string>>;

/** How to try what each person may do with a table. */
export interface Trial {
  readonly table: string;
  /** Columns that everyone who may read the table may read. */
  readonly columns: string;
  /** The assignment that an update attempts. */
  readonly update: string;
  /** The condition that finds each row, by tag. */
  readonly rows: Readonly<Record<string, string>>;
  /** Insert statements by tag, as this person would try them. */
  readonly inserts: (selfId: string) => Readonly<Record<string, string>>;
}

export interface TableRights {
  readonly table: string;
  /** Adds the rows to test against. */
  readonly prepare: (tx: Transaction, people: People) => Promise<Trial>;
  /** For views and for tables of other schemas, which no migration describes. */
  readonly rights?: Partial<Record<Command, AccessibleTags>>;
}

/** Who may do what with a table, as its description in the migration says (`private.tables`). */
interface TableAccess {
  readonly name: string;
  readonly area: string | null;
  readonly rows: readonly string[];
  readonly publishedBy: string | null;
  readonly adminsWrite: readonly string[];
  readonly volunteersWrite: readonly string[];
}

export const tableAccess: ReadonlyMap<string, TableAccess> = new Map(
  (
    await sql<TableAccess[]>`
      select 'public.' || name as name, area, readable_rows as rows, published_by as "publishedBy",
        admins_write as "adminsWrite", volunteers_write as "volunteersWrite"
      from private.tables`
  ).map((access) => [access.name, access]),
);

/** `actor command tag` → rows affected, or `!SQLSTATE`. */
export type MeasuredRights = Map<string, string>;

/** Creates a database function that runs a statement as another role and undoes it. */
export async function createAttemptFunction(tx: Transaction): Promise<void> {
  await tx.unsafe(`
    create function pg_temp.attempt(role text, claims text, sub text, statement text) returns text
    language plpgsql as $$
    declare
      affected_rows integer;
    begin
      begin
        perform set_config('request.jwt.claims', claims, true), set_config('request.jwt.claim.sub', sub, true),
          set_config('role', role, true);
        execute statement;
        get diagnostics affected_rows = row_count;
        raise exception using errcode = 'TRY00', message = affected_rows::text;
      exception
        when sqlstate 'TRY00' then return sqlerrm;
        when others then return '!' || sqlstate;
      end;
    end;
    $$`);
}

interface MeasureOptions {
  onlyActors?: readonly Actor[];
  onlyCommands?: readonly Command[];
  /**
   * Also tries to update and delete all rows without a condition, because that doesn't require permission to read them.
   */
  triesAllRows?: boolean;
}

export async function measureRights(
  tx: Transaction,
  people: People,
  { table, columns, update, rows, inserts }: Trial,
  { onlyActors = actors, onlyCommands = commands, triesAllRows = false }: MeasureOptions = {},
): Promise<MeasuredRights> {
  const attempts: { name: string; person: Actor; statement: string }[] = [];
  const addAttempt = (person: Actor, command: Command, tag: string, statement: string) => {
    if (onlyCommands.includes(command)) {
      attempts.push({ name: `${person} ${command} ${tag}`, person, statement });
    }
  };
  for (const person of onlyActors) {
    for (const [tag, condition] of Object.entries(rows)) {
      addAttempt(person, "select", tag, `select ${columns} from ${table} where ${condition}`);
      addAttempt(person, "update", tag, `update ${table} set ${update} where ${condition}`);
      addAttempt(person, "delete", tag, `delete from ${table} where ${condition}`);
    }
    if (triesAllRows) {
      addAttempt(person, "update", "all", `update ${table} set ${update}`);
      addAttempt(person, "delete", "all", `delete from ${table}`);
    }
    const hasAccount = ["owner", "other", "disabled", "loggedOutOwner", "mailedOwner"].includes(
      person,
    );
    const selfId = hasAccount ? people[person].id : people.stranger.id;
    for (const [tag, statement] of Object.entries(inserts(selfId))) {
      addAttempt(person, "insert", tag, statement);
    }
  }
  const queries = attempts.map(({ name, person, statement }) => ({
    name,
    role: people[person].role,
    claims: buildJwtClaims(people[person]),
    sub: people[person].id,
    statement,
  }));
  const outcomes = await tx<{ name: string; outcome: string }[]>`
    select name, pg_temp.attempt(role, claims, sub, statement) as outcome
    from jsonb_to_recordset(${tx.json(queries)})
      as attempt (name text, role text, claims text, sub text, statement text)`;
  return new Map(outcomes.map(({ name, outcome }) => [name, outcome]));
}

/** Counts a unique violation as allowed, because Postgres checks uniqueness after the policies. */
function isAllowed(outcome: string): boolean {
  return outcome === "!23505" || Number(outcome) > 0;
}

/** Returns the measured permissions in the same form as the matrix. */
export function getMeasuredTags(
  measuredRights: MeasuredRights,
  command: Command,
): Record<Actor, string> {
  const tagsByActor = Object.fromEntries(actors.map((actor) => [actor, [] as string[]]));
  for (const [name, outcome] of measuredRights) {
    const [actor = "", attemptedCommand, tag = ""] = name.split(" ");
    if (attemptedCommand === command && isAllowed(outcome)) tagsByActor[actor]?.push(tag);
  }
  return Object.fromEntries(
    actors.map((actor) => [actor, (tagsByActor[actor] ?? []).toSorted().join(" ")]),
  ) as Record<Actor, string>;
}

/**
 * Returns what a description says about reading rows with these tags: `shown` and `hidden` rows, `own` and `foreign` ones,
 * rows of each area, and `merged` ones, which nobody reads.
 */
function listReadableTags(
  { name, rows, area }: TableAccess,
  tags: readonly string[],
): AccessibleTags {
  const isFor = (...words: readonly string[]) => words.some((word) => rows.includes(word));
  const pick = (isAllowed: boolean, tag: string) => {
    if (isAllowed && !tags.includes(tag)) {
      throw new Error(`The matrix needs rows with the tag "${tag}" of ${name}`);
    }
    return isAllowed ? tag : "";
  };
  const every = tags.filter((tag) => tag !== "merged").join(" ");
  const volunteersRead = pick(isFor("published", "published to volunteers"), "shown");
  return {
    everybody: isFor("all") ? every : pick(isFor("published"), "shown"),
    ...(isFor("published to visitors") ? { visitor: pick(true, "shown") } : {}),
    ...(isFor("published to volunteers") ? { other: volunteersRead } : {}),
    ...(isFor("own", "published to volunteers")
      ? { owner: `${pick(isFor("own"), "own")} ${volunteersRead}` }
      : {}),
    ...(isFor("area", "area of row") ? { admin: every } : {}),
    ...(isFor("area") ? { [`${area}Admin`]: every } : {}),
    ...(isFor("area of row") ? Object.fromEntries(tags.map((tag) => [`${tag}Admin`, tag])) : {}),
  };
}

function listWritableTags(
  { adminsWrite, volunteersWrite, area }: TableAccess,
  command: Exclude<Command, "select">,
  tags: readonly string[],
): AccessibleTags {
  const every = tags.filter((tag) => tag !== "merged").join(" ");
  const adminTags = adminsWrite.includes(command) ? every : "";
  const volunteersMay = volunteersWrite.includes(command);
  return {
    admin: adminTags,
    ...(area === null ? {} : { [`${area}Admin`]: adminTags }),
    ...(volunteersMay && command === "insert" ? { owner: "self", other: "self" } : {}),
    ...(volunteersMay && command !== "insert" ? { owner: "own" } : {}),
  };
}

/** Returns what the table's description, or the matrix for what has none, says about rows with these tags. */
export function getDeclaredTags(
  { table, rights }: TableRights,
  command: Command,
  { rows, inserts }: Trial,
): Record<Actor, string> {
  const access = tableAccess.get(table);
  if (!access && !rights) throw new Error(`${table} has no description`);
  const tags = Object.keys(command === "insert" ? inserts("") : rows);
  const tagsByActor =
    rights?.[command] ??
    (access === undefined
      ? {}
      : command === "select"
        ? listReadableTags(access, tags)
        : listWritableTags(access, command, tags));
  return Object.fromEntries(
    actors.map((actor) => {
      const declared = (tagsByActor[actor] ?? tagsByActor.everybody ?? "").split(" ");
      return [actor, declared.filter(Boolean).toSorted().join(" ")];
    }),
  ) as Record<Actor, string>;
}
