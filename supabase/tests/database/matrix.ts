import {
  ACCOUNT,
  PERSON,
  another,
  LOGIN,
  SAMPLE_ROWS,
  type SampleRow,
  type SampleTable,
} from "../sample-rows.ts";
import { createSampleSet, getKey, type SampleSet, type StoredRow } from "../sample-set.ts";
import { type ColumnFacts, formatPermittedInsert, readColumnFacts } from "./column-facts.ts";
import type { Transaction } from "./connection.ts";
import { tableAccess, type TableRights } from "./measure.ts";
import type { Actor, People } from "./people.ts";

interface TaggedRow {
  /** Whose row it is, if the table has rows of volunteers. */
  readonly person: Actor | "stranger";
  readonly values: SampleRow;
}

const importOf = (kind: string) => another("imports", { kind });
const rowOfImport = (kind: string) => another("import_rows", { import_id: importOf(kind) });

/** Rows that differ from the sample in more than their person or whether they are published. */
const SPECIAL_ROWS: Partial<Record<SampleTable, Readonly<Record<string, SampleRow>>>> = {
  audit_log: {
    giving: { table_name: "donors" },
    volunteers: { table_name: "volunteers" },
    content: { table_name: "blog_posts" },
    settings: { table_name: "settings" },
    owner: { table_name: "users" },
  },
  blog_posts: { coming: { is_published: true, published_at: "tomorrow" } },
  care_package_goals: { hidden: { monthly_goal: 7, is_active: false } },
  donors: { merged: { email: null, merged_into_id: another("donors", { email: null }) } },
  email_outbox: {
    giving: { template_name: "Donation Confirmation" },
    volunteers: { template_name: "Event Reminder" },
    settings: { tested: {} },
    owner: { template_name: "Failed Logins" },
  },
  import_fills: {
    giving: { import_id: importOf("donations") },
    volunteers: { import_id: importOf("volunteers") },
  },
  import_rows: {
    giving: { import_id: importOf("donations") },
    volunteers: { import_id: importOf("volunteers") },
  },
  import_verdicts: {
    giving: { import_id: rowOfImport("donations") },
    volunteers: { import_id: rowOfImport("volunteers") },
  },
  imported_records: { giving: { kind: "donation" }, volunteers: { kind: "volunteer" } },
  imports: { giving: { kind: "donations" }, volunteers: { kind: "volunteers" } },
  locations: { military: { state: "AE" } },
  volunteers: {
    merged: {
      account_id: null,
      email: "{word}@example.org",
      merged_into_id: another("volunteers", { account_id: null }),
    },
  },
};

/** More people with a row of their own. */
const OTHER_OWNERS: Partial<Record<SampleTable, Readonly<Record<string, Actor>>>> = {
  users: { admin: "admin" },
  volunteer_accounts: { disabled: "disabled" },
  volunteer_applications: { applied: "applicant" },
};

const isOwned = (table: SampleTable) =>
  Object.values(SAMPLE_ROWS[table]).some((value) =>
    [ACCOUNT, LOGIN, PERSON].some((owner) => value === owner),
  );

/** Returns the rows to try, by tag: those that the table's description tells apart, and special ones. */
function listTaggedRows(table: SampleTable): [string, TaggedRow][] {
  const access = tableAccess.get(`public.${table}`);
  const flag = access?.publishedBy;
  const create = (person: TaggedRow["person"], isShown: boolean, values: SampleRow = {}) => ({
    person,
    values: { ...(flag && { [flag]: isShown }), ...values },
  });
  const special = Object.entries(SPECIAL_ROWS[table] ?? {}).map(
    ([tag, values]) => [tag, create("stranger", true, values)] as const,
  );
  const others = Object.entries(OTHER_OWNERS[table] ?? {}).map(
    ([tag, person]) => [tag, create(person, false)] as const,
  );
  const hasAreaOfRow = access?.rows.includes("area of row");
  return Object.entries({
    ...(isOwned(table)
      ? { own: create("owner", false), foreign: create("stranger", false) }
      : !flag && !hasAreaOfRow && { one: create("stranger", false) }),
    ...(flag && { shown: create("stranger", true) }),
    ...(flag && !isOwned(table) && { hidden: create("stranger", false) }),
    ...Object.fromEntries([...special, ...others]),
  });
}

/** Returns the condition that finds a row, which uses only columns that everyone who may read the table may read. */
function formatCondition({ keys, readable }: ColumnFacts, row: StoredRow, sample: StoredRow) {
  if ("singleton" in row || "only_row" in row) return "true";
  const areKeysReadable = keys.every((name) => readable.includes(name));
  return (areKeysReadable ? keys : Object.keys(sample).filter((name) => readable.includes(name)))
    .map((name) => `"${name}"::text = '${String(row[name])}'`)
    .join(" and ");
}

/** Stands for the person who tries an insert, until it's known who that is. */
const SELF_ID = "5e1f0000-0000-4000-8000-000000000000";
const SELF_PERSON_ID = "5e1f0000-0000-4000-8000-000000000001";

const findPersonId = async (tx: Transaction, accountId: string): Promise<string | undefined> => {
  const [person] = await tx<{ id: string }[]>`
    select id from public.volunteers where account_id = ${accountId}`;
  return person?.id;
};

/**
 * Starts a set for one of the people, who have a login and an account with an entry in the directory, or an
 * administrator's entry.
 */
async function startOwnSet(tx: Transaction, id: string, isAdmin = false) {
  const set = createSampleSet(tx);
  const personId = id === SELF_ID ? SELF_PERSON_ID : await findPersonId(tx, id);
  if (personId) set.use("volunteers", { id: personId });
  set.use("auth.users", { id });
  set.use(isAdmin ? "users" : "volunteer_accounts", { id });
  return set;
}

/** Adds the rows and returns the condition that finds each, by tag. */
async function addRows(tx: Transaction, table: SampleTable, people: People, facts: ColumnFacts) {
  const commonSet = createSampleSet(tx);
  const rows: Record<string, string> = {};
  for (const [tag, { person, values }] of listTaggedRows(table)) {
    const set = isOwned(table)
      ? await startOwnSet(tx, people[person].id, person === "admin")
      : commonSet;
    const isSample = Object.keys(values).length === 0;
    const row = await (isSample ? set.add(table) : set.addAnother(table, values));
    rows[tag] = formatCondition(facts, row, { ...SAMPLE_ROWS[table], ...values });
  }
  return { rows, commonSet };
}

/** Returns an assignment that doesn't read any columns, because only those who may select from a table may read them. */
async function formatUpdate(tx: Transaction, table: string, facts: ColumnFacts, condition: string) {
  const [column] = [...facts.updatable, ...facts.stored];
  const [row] = await tx.unsafe<{ value: string }[]>(
    `select quote_literal("${column}") as value from public.${table} where ${condition} limit 1`,
  );
  return `"${column}" = ${row!.value}`;
}

const describedTable = (table: SampleTable): TableRights => ({
  table: `public.${table}`,
  prepare: async (tx, people) => {
    const facts = await readColumnFacts(tx, table);
    const personIds = new Map<string, string>();
    for (const { id } of Object.values(people)) {
      const personId = id && (await findPersonId(tx, id));
      if (personId) personIds.set(id, personId);
    }
    // The people are in the directory already.
    if (table === "volunteers")
      await tx`delete from public.volunteers where id in ${tx([...personIds.values()])}`;
    const { rows, commonSet } = await addRows(tx, table, people, facts);
    const formatInsertOf = (set: SampleSet) => formatPermittedInsert(set, table, facts);
    const [more, self] = isOwned(table)
      ? [
          await formatInsertOf(await startOwnSet(tx, people.stranger.id)),
          await formatInsertOf(await startOwnSet(tx, SELF_ID)),
        ]
      : [await formatInsertOf(commonSet)];
    return {
      table: `public.${table}`,
      columns: facts.readable.map((name) => `"${name}"`).join(", "),
      update: await formatUpdate(tx, table, facts, Object.values(rows)[0]!),
      rows,
      inserts: (selfId): Record<string, string> =>
        self
          ? {
              self: self
                .replaceAll(SELF_ID, selfId)
                .replaceAll(SELF_PERSON_ID, personIds.get(selfId) ?? SELF_PERSON_ID),
              foreign: more,
            }
          : { more },
    };
  },
});

const readersOfAboutHeader = [
  "admin",
  "givingAdmin",
  "volunteersAdmin",
  "contentAdmin",
  "settingsAdmin",
  "adminWithoutArea",
  "changedAdmin",
  "expiredAdmin",
  "loggedOutAdmin",
  "unconfirmedAdmin",
  "mailedAdmin",
] as const satisfies readonly Actor[];

/** Column grants, not row policies, limit the view to the role that the functions use for administrators. */
const aboutHeader: TableRights = {
  table: "public.about_header",
  prepare: async (tx) => {
    await tx`delete from public.section_content where section = 'about'`;
    const row = await createSampleSet(tx).addAnother("section_content", { section: "about" });
    return {
      table: "public.about_header",
      columns: "id",
      update: "id = id",
      rows: { only: `id = '${getKey(row)}'` },
      inserts: () => ({
        another: "insert into public.about_header (section, header) values ('more', 'H')",
      }),
    };
  },
  rights: { select: Object.fromEntries(readersOfAboutHeader.map((actor) => [actor, "only"])) },
};

const BUCKETS = ["images", "uploads", "reports"];

const storedFiles: TableRights = {
  table: "storage.objects",
  prepare: async (tx) => {
    const insertsOf = (name: string) =>
      Object.fromEntries(
        BUCKETS.map((bucket) => [
          bucket,
          `insert into storage.objects (bucket_id, name) values ('${bucket}', '${name}')`,
        ]),
      );
    for (const insert of Object.values(insertsOf("matrix.png"))) await tx.unsafe(insert);
    const rows = BUCKETS.map((bucket) => [
      bucket,
      `bucket_id = '${bucket}' and name = 'matrix.png'`,
    ]);
    return {
      table: "storage.objects",
      columns: "name",
      update: "metadata = '{}'",
      rows: Object.fromEntries(rows) as Record<string, string>,
      inserts: () => insertsOf("more.png"),
    };
  },
  rights: {},
};

/** Every table and view to try the permissions on, with rows from the samples. */
export const matrix: readonly TableRights[] = [
  ...(Object.keys(SAMPLE_ROWS) as SampleTable[])
    .filter((table) => table !== "auth.users")
    .map(describedTable),
  aboutHeader,
  storedFiles,
];
