import postgres from "postgres";
import type { Database } from "../database-types.ts";
import type { Caller } from "../caller.ts";
import type { RequiredArea } from "../contracts/choices.ts";
import { isUnreachable } from "../errors.ts";

export type Sql = postgres.TransactionSql<Record<string, never>>;
/** A SQL fragment with its parameters, for use inside another query. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;

type Tables = Database["public"]["Tables"];
type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

export type TableName = keyof Tables;

/** A table row as queries return it: the generated type with camelCase keys. */
export type Row<Name extends keyof Tables> = {
  [Column in keyof Tables[Name]["Row"] & string as CamelCase<Column>]: Tables[Name]["Row"][Column];
};

export interface DatabaseClient {
  /**
   * Runs `work` in one transaction as the caller, with role and claims set as PostgREST sets them, so row-level
   * security applies. Administrators get a role unknown to PostgREST that can select more columns.
   */
  as<T>(caller: Caller, work: (sql: Sql) => Promise<T>): Promise<T>;
  /**
   * Bypasses row-level security for an administrator's long lists, whose conditions couldn't use indexes behind a
   * policy (docs/decisions/0005). The database first checks that the caller is an administrator with the area; the
   * transaction is read-only.
   */
  asAdminReader<T>(
    caller: Caller,
    area: RequiredArea | undefined,
    work: (sql: Sql) => Promise<T>,
  ): Promise<T>;
  /** The same, for reads of several tables that must agree with each other: all see the moment of the first. */
  asAdminSnapshot<T>(
    caller: Caller,
    area: RequiredArea | undefined,
    work: (sql: Sql) => Promise<T>,
  ): Promise<T>;
  close(): Promise<void>;
}

const textFormat = {
  serialize: (value: unknown) => String(value),
  parse: (value: string) => value,
};

const STATEMENT_TIMEOUT = "15s";

/** Port of Supabase's transaction pooler. Mark other poolers with `?prepare=false` in the URL. */
const POOLER_PORT = "6543";

/** Returns the connection options of a URL. TLS is used if the server offers it, unless the URL says otherwise. */
export function connectionOptions(url: string): { prepare?: false; ssl?: "prefer" } {
  const { port, searchParams } = new URL(url);
  return {
    ...(port === POOLER_PORT ? { prepare: false } : {}),
    ...(searchParams.has("sslmode") || searchParams.has("ssl") ? {} : { ssl: "prefer" }),
  };
}

const neverSettlingPromise = new Promise<never>(() => {});

/**
 * Rows have camelCase keys, YYYY-MM-DD dates, ISO 8601 timestamps and numerics as text. Lists travel as JSON, because
 * looking up array types would cost one more statement per connection.
 */
const connect = (url: string, maxConnections: number) =>
  postgres(url, {
    ...connectionOptions(url),
    max: maxConnections,
    fetch_types: false,
    idle_timeout: 30,
    connect_timeout: 10,
    connection: { application_name: "functions" },
    onnotice: () => {},
    transform: { column: { from: postgres.toCamel, to: postgres.fromCamel }, undefined: null },
    types: {
      date: { to: 1082, from: [1082], ...textFormat },
      timestamp: {
        to: 1184,
        from: [1114, 1184],
        serialize: (value: unknown) =>
          value instanceof Date ? value.toISOString() : String(value),
        parse: (value: string) => new Date(value).toISOString(),
      },
    },
  });

export function connectDatabase(url: string, maxConnections = 3): DatabaseClient {
  const pool = createPool(url, maxConnections);
  return {
    as: (caller, work) => {
      const { role, claims } = roleAndClaimsOf(caller);
      return pool.inTransaction(
        (transaction) => transaction`
          set_config('role', ${role}, true),
          set_config('request.jwt.claims', ${claims}, true)`,
        work,
      );
    },
    asAdminReader: (caller, area, work) =>
      pool.inTransaction(adminReaderSettings(caller, area), work),
    asAdminSnapshot: (caller, area, work) =>
      pool.inTransaction(
        adminReaderSettings(caller, area),
        work,
        "isolation level repeatable read",
      ),
    close: pool.close,
  };
}

/**
 * Plans for the actual values, because rare and common statuses need different indexes, and for fast storage, where
 * random page reads cost no more than sequential ones.
 */
const adminReaderSettings =
  (caller: Caller, area: RequiredArea = "owner"): Settings =>
  (transaction) =>
    transaction`
    set_config('request.jwt.claims', ${roleAndClaimsOf(caller).claims}, true),
    ${requiredArea(transaction, area)},
    set_config('transaction_read_only', 'on', true),
    set_config('plan_cache_mode', 'force_custom_plan', true),
    set_config('random_page_cost', '1.1', true),
    set_config('role', 'service_role', true)`;

const requiredArea = (transaction: Sql, area: RequiredArea): Fragment =>
  area === "any"
    ? transaction`private.require_admin()`
    : transaction`private.require_area(variadic string_to_array(${[area].flat().join(",")}, ','))`;

/** Replaces the pool when it loses a connection. Other queries waiting for that connection also fail with 503. */
function createPool(url: string, maxConnections: number) {
  let pool = connect(url, maxConnections);
  const replacePool = () => {
    const lostPool = pool;
    pool = connect(url, maxConnections);
    void lostPool.end({ timeout: 5 });
  };
  return {
    inTransaction: async <T>(
      settings: Settings,
      work: (sql: Sql) => Promise<T>,
      isolation?: string,
    ): Promise<T> => {
      const usedPool = pool;
      try {
        return await runInTransaction(usedPool, settings, work, isolation);
      } catch (error) {
        if (isConnectionLost(error) && pool === usedPool) replacePool();
        throw error;
      }
    },
    close: () => pool.end({ timeout: 5 }),
  };
}

/** Returns the settings of a transaction, as the select list that sets them. */
type Settings = (transaction: Sql) => Fragment;

/**
 * The settings are sent first but not awaited: if they fail, the transaction aborts and nothing after them runs. They
 * are set per transaction because poolers drop connection settings. The time zone is UTC, because old offsets in other
 * zones have seconds, which JavaScript can't parse.
 */
async function runInTransaction<T>(
  pool: ReturnType<typeof connect>,
  settings: Settings,
  work: (sql: Sql) => Promise<T>,
  isolation = "",
): Promise<T> {
  return (await pool.begin(isolation, async (poolTransaction) => {
    const transaction = poolTransaction as unknown as Sql;
    const settingsQuery = transaction`
      select
        set_config('statement_timeout', ${STATEMENT_TIMEOUT}, true),
        set_config('TimeZone', 'UTC', true),
        ${settings(transaction)}`.execute();
    return Promise.all([settingsQuery, work(transaction)]).then(
      ([, result]) => result,
      waitIfConnectionLost,
    );
  })) as T;
}

/** True if the connection is gone: the server's final message or a network error. */
function isConnectionLost(error: unknown): boolean {
  const isFatal = !(error instanceof postgres.PostgresError) || error.severity !== "ERROR";
  return isFatal && isUnreachable(error);
}

/**
 * postgres.js 3.4.9 tries to roll back on a lost connection, which throws where it can't be caught and hangs the next
 * user of the connection (porsager/postgres#1208). So leave it to `begin`, which notices the loss itself unless the
 * pool closed the connection.
 */
function waitIfConnectionLost(error: unknown): Promise<never> {
  const isDestroyed = (error as { code?: unknown }).code === "CONNECTION_DESTROYED";
  if (isConnectionLost(error) && !isDestroyed) return neverSettlingPromise;
  throw error;
}

function roleAndClaimsOf(caller: Caller): { role: string; claims: string } {
  switch (caller.kind) {
    case "anonymous":
    case "monitor":
      return { role: "anon", claims: '{"role":"anon"}' };
    case "service":
      return { role: "service_role", claims: '{"role":"service_role"}' };
    case "donor":
      // A visitor who may read the donations of the donor whose link they opened (private.linked_donor).
      return {
        role: "anon",
        claims: JSON.stringify({ role: "anon", donor_link: caller.donorLinkId }),
      };
    case "admin":
      // May select columns that `authenticated` can't, because volunteers' tokens have that role too.
      return { role: "administrator", claims: JSON.stringify(caller.claims) };
    case "account":
    case "volunteer":
    case "unconfirmed-admin":
    case "unenrolled-admin":
    case "recovery":
      return { role: "authenticated", claims: JSON.stringify(caller.claims) };
  }
}
