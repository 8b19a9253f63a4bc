import { addAdmin, type Person, runAs, type Transaction } from "./connection.ts";

export interface StagedRow {
  readonly cells?: readonly string[];
  readonly fields: Readonly<Record<string, unknown>>;
  readonly problems?: readonly string[];
  readonly skipped?: string | null;
}

/** A donation's fields as the rules read them; a test passes the ones that matter to it. */
export const donationRow = (fields: Readonly<Record<string, unknown>>): StagedRow => ({
  fields: {
    sourceId: null,
    receivedOn: "2024-03-04",
    receivedAt: null,
    amount: "50.00",
    refunded: "0.00",
    feeCovered: "0.00",
    method: "other_platform",
    reference: null,
    firstName: "Grace",
    lastName: "Hopper",
    email: null,
    phone: null,
    address: null,
    zipCode: null,
    sourceDonorId: null,
    note: null,
    inHonorOf: null,
    isAnonymous: false,
    paymentIds: [],
    ...fields,
  },
});

export interface Counts {
  readonly ready: number;
  readonly lookalike: number;
  readonly duplicate: number;
  readonly skipped: number;
  readonly problem: number;
  readonly newPeople: number;
  readonly namesakes: number;
  readonly matches: number;
  readonly unusualDays: number;
  readonly unusualRows: readonly { readonly rowNumber: number; readonly days: readonly string[] }[];
  readonly readyAmount: number;
  readonly lateReady: number;
  readonly lateLookalike: number;
  readonly fills: Readonly<
    Record<
      "address" | "phone" | "addressee" | "salutation" | "notes" | "tags" | "availability",
      number
    >
  >;
}

type Step = "check" | "store" | "undo";

interface StageOptions {
  readonly kind?: string;
  readonly source?: string;
  readonly isDemo?: boolean;
  /** How many rows the file has, if not all of them are sent. */
  readonly count?: number;
}

type Choices = readonly [
  leavesOutProblems?: boolean,
  leavesOutLookalikes?: boolean,
  joinsNamesakes?: boolean,
  owesReceipts?: boolean,
];

interface Importer {
  readonly admin: Person;
  readonly stage: (rows: readonly StagedRow[], options?: StageOptions) => Promise<string>;
  readonly begin: (id: string, step: Step, ...choices: Choices) => Promise<unknown>;
  readonly check: (id: string) => Promise<Counts>;
  readonly store: (id: string, ...choices: Choices) => Promise<void>;
  readonly undo: (id: string) => Promise<void>;
  /** Stages, checks and stores the rows. */
  readonly import: (rows: readonly StagedRow[], options?: StageOptions) => Promise<string>;
}

const toStagedRow = (
  { cells = ["x"], fields, problems = [], skipped = null }: StagedRow,
  index: number,
) => ({ row_number: index + 1, cells, fields, problems, skipped });

/** Imports rows as an administrator, step by step. */
export async function createImporter(tx: Transaction, person?: Person): Promise<Importer> {
  const admin = person ?? (await addAdmin(tx));
  const importer: Importer = {
    admin,
    stage: async (
      rows: readonly StagedRow[],
      { kind = "donations", source = "givewp", isDemo = true, count = rows.length } = {},
    ): Promise<string> =>
      runAs(tx, admin, async (asAdmin) => {
        const [row] = await asAdmin<[{ id: string }]>`
          select private.start_import(
            ${kind}, ${source}, 'file.csv', ${"a".repeat(64)}, '["Name"]', '{}', null, null, '{}', ${count}, ${isDemo}
          ) as id`;
        const staged = rows.map(toStagedRow);
        await asAdmin`select private.stage_import_rows(${row.id}, ${asAdmin.json(staged as never)})`;
        return row.id;
      }),
    begin: (id, step, ...choices) => {
      const [leavesProblems = false, leavesLookalikes = true, joins = false, owes = false] =
        choices;
      return runAs(
        tx,
        admin,
        (asAdmin) => asAdmin`
          select private.begin_import_step(
            ${id}, ${step}, ${leavesProblems}, ${leavesLookalikes}, ${joins}, ${owes}
          )`,
      );
    },
    check: async (id: string): Promise<Counts> => {
      await importer.begin(id, "check");
      await runAs(tx, admin, (asAdmin) => asAdmin`select private.check_import(${id})`);
      const [row] = await tx<[{ counts: Counts }]>`
        select counts from public.imports where id = ${id}`;
      return row.counts;
    },
    store: async (id, ...choices) => {
      await importer.begin(id, "store", ...choices);
      await runAs(tx, admin, (asAdmin) => asAdmin`select private.store_import(${id})`);
    },
    undo: async (id: string) => {
      await importer.begin(id, "undo");
      await runAs(tx, admin, (asAdmin) => asAdmin`select private.undo_import(${id})`);
    },
    import: async (...staged) => {
      const id = await importer.stage(...staged);
      await importer.check(id);
      await importer.store(id);
      return id;
    },
  };
  return importer;
}

/** Rows of three donors, two of whom have given twice. */
export const sampleRows = (word: string) => [
  donationRow({
    sourceId: `${word}-1`,
    email: `${word}-a@example.org`,
    sourceDonorId: `${word}-11`,
  }),
  donationRow({ sourceId: `${word}-2`, email: `${word}-A@example.org`, amount: "20.00" }),
  donationRow({
    sourceId: `${word}-3`,
    firstName: "Rotary",
    lastName: "",
    method: "check",
    reference: "7",
  }),
  donationRow({
    sourceId: `${word}-4`,
    email: `${word}-b@example.org`,
    amount: "30.00",
    refunded: "30.00",
    receivedAt: "2024-01-01T05:30:00Z",
    receivedOn: "2024-01-01",
  }),
  donationRow({
    sourceId: `${word}-5`,
    email: `${word}-b@example.org`,
    amount: "40.00",
    refunded: "15.50",
  }),
];

/** Hashes whatever an import may write, except the import itself. */
export async function computeImportFingerprint(tx: Transaction): Promise<string> {
  const tables = [
    "donations",
    "donation_adjustments",
    "donation_site_totals",
    "donation_month_totals",
    "donation_day_totals",
    "donor_totals",
    "donors_without_donations",
    "donors",
    "donor_emails",
    "former_donor_details",
    "volunteers",
    "settings",
    "receipt_counters",
    "subscriptions",
    "email_outbox",
    "imported_records",
    "import_fills",
    "import_rows",
    "import_verdicts",
  ];
  const hashes: string[] = [];
  for (const table of tables) {
    // A row of totals for a month or day without donations is equivalent to a missing row.
    const condition = /_(month|day)_totals$/.test(table) ? tx`donation_count <> 0` : tx`true`;
    const [row] = await tx<[{ hash: string | null }]>`
      select md5(string_agg(md5(entry::text), '' order by md5(entry::text))) as hash
      from ${tx(`public.${table}`)} as entry where ${condition}`;
    hashes.push(`${table}: ${row.hash}`);
  }
  return hashes.join("\n");
}

/** Keeps writes of other tests out of the fingerprint. */
export const lockTables = (tx: Transaction) =>
  tx`lock table public.donations, public.donors, public.volunteers, public.email_outbox, public.settings,
    public.subscriptions in share row exclusive mode`;
