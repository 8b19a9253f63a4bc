import postgres from "postgres";
import type { Database as Schema } from "../database-types.ts";
import type { Caller } from "../caller.ts";
import { isUnreachable } from "../errors.ts";

export type Sql = postgres.TransactionSql<Record<string, never>>;
/** A part of a statement, with its parameters. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;

type Tables = Schema["public"]["Tables"];
type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

export type TableName = keyof Tables;

/** A row of a table as queries return it: the generated type with camelCase keys. */
export type Row<Name extends keyof Tables> = {
  [Column in keyof Tables[Name]["Row"] & string as Camel<Column>]: Tables[Name]["Row"][Column];
};

export interface Database {
  /**
   * Runs `work` in one transaction as that caller: role and claims are set as PostgREST sets them, so row-level
   * security decides. An administrator's role is one that PostgREST does not know, with more columns.
   */
  as<T>(caller: Caller, work: (sql: Sql) => Promise<T>): Promise<T>;
  /**
   * Reads past row-level security, for an administrator's lists that grow: behind a policy their conditions would not
   * reach the indexes (docs/decisions/0005). The database says first that the caller is an administrator, and
   * nothing can be written. Besides `as` there is no other way to the tables.
   */
  asAdminReader<T>(caller: Caller, work: (sql: Sql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const asText = {
  serialize: (value: unknown) => String(value),
  parse: (value: string) => value,
};

const STATEMENT_TIMEOUT = "15s";

/** Supabase's transaction pooler; others are marked by `?prepare=false` in their address. */
const POOLER_PORT = "6543";

/** TLS where the server offers it, unless the address says something else about it. */
export function transportOf(url: string): { prepare?: false; ssl?: "prefer" } {
  const { port, searchParams } = new URL(url);
  return {
    ...(port === POOLER_PORT ? { prepare: false } : {}),
    ...(searchParams.has("sslmode") || searchParams.has("ssl") ? {} : { ssl: "prefer" }),
  };
}

const never = new Promise<never>(() => {});

/**
 * Rows come back in camelCase, dates as YYYY-MM-DD, moments as ISO 8601, numerics as text. Lists travel as JSON, because
 * array types are not looked up: that would be a statement more for every connection.
 */
const connect = (url: string, connections: number) =>
  postgres(url, {
    ...transportOf(url),
    max: connections,
    fetch_types: false,
    idle_timeout: 30,
    connect_timeout: 10,
    connection: { application_name: "functions" },
    onnotice: () => {},
    transform: { column: { from: postgres.toCamel, to: postgres.fromCamel }, undefined: null },
    types: {
      date: { to: 1082, from: [1082], ...asText },
      timestamp: {
        to: 1184,
        from: [1114, 1184],
        serialize: (value: unknown) =>
          value instanceof Date ? value.toISOString() : String(value),
        parse: (value: string) => new Date(value).toISOString(),
      },
    },
  });

export function connectDatabase(url: string, connections = 3): Database {
  let pool = connect(url, connections);

  // The settings are first on the wire, but not waited for: where they fail the transaction is void, and nothing after
  // them runs. Timeout and zone are among them and not the connection's, because poolers drop what a connection begins
  // with; the offsets of old days in other zones have seconds, which no JavaScript date reads.
  const inTransaction = async <T>(
    settings: (transaction: Sql) => Fragment,
    work: (sql: Sql) => Promise<T>,
  ): Promise<T> => {
    const used = pool;
    try {
      return (await used.begin(async (begun) => {
        const transaction = begun as unknown as Sql;
        const session = transaction`
          select
            set_config('statement_timeout', ${STATEMENT_TIMEOUT}, true),
            set_config('TimeZone', 'UTC', true),
            ${settings(transaction)}`.execute();
        return Promise.all([session, work(transaction)]).then(([, result]) => result, leaveIfLost);
      })) as T;
    } catch (error) {
      if (isConnectionLost(error) && pool === used) replacePool();
      throw error;
    }
  };

  // What else waits in it for a lost connection fails with it, and is 503 as well.
  const replacePool = () => {
    const lost = pool;
    pool = connect(url, connections);
    void lost.end({ timeout: 5 });
  };

  return {
    as: (caller, work) => {
      const { role, claims } = sessionOf(caller);
      return inTransaction(
        (transaction) => transaction`
          set_config('role', ${role}, true),
          set_config('request.jwt.claims', ${claims}, true)`,
        work,
      );
    },
    // Planned for the values at hand, because a rare status and a common one want different indexes, and for memory
    // and flash, where the next page of an index costs no more than the next page of a table.
    asAdminReader: (caller, work) =>
      inTransaction(
        (transaction) => transaction`
          set_config('request.jwt.claims', ${sessionOf(caller).claims}, true),
          private.require_admin(),
          set_config('transaction_read_only', 'on', true),
          set_config('plan_cache_mode', 'force_custom_plan', true),
          set_config('random_page_cost', '1.1', true),
          set_config('role', 'service_role', true)`,
        work,
      ),
    close: () => pool.end({ timeout: 5 }),
  };
}

/** The connection went with it: what the server says with its last breath, or what the network does. */
function isConnectionLost(error: unknown): boolean {
  const isLast = !(error instanceof postgres.PostgresError) || error.severity !== "ERROR";
  return isLast && isUnreachable(error);
}

/**
 * On a connection that is lost postgres.js 3.4.9 would still roll back: that throws where nobody can catch it, and what
 * uses the connection next waits for ever (porsager/postgres#1208). `begin` learns of the loss by itself. Where the pool
 * gave the connection up, it refuses the rollback, and nobody tells `begin`.
 */
function leaveIfLost(error: unknown): Promise<never> {
  const isGivenUp = (error as { code?: unknown }).code === "CONNECTION_DESTROYED";
  if (isConnectionLost(error) && !isGivenUp) return never;
  throw error;
}

function sessionOf(caller: Caller): { role: string; claims: string } {
  switch (caller.kind) {
    case "anonymous":
    case "monitor":
      return { role: "anon", claims: '{"role":"anon"}' };
    case "service":
      return { role: "service_role", claims: '{"role":"service_role"}' };
    case "donor":
      // A visitor to whom the database shows the gifts of the donor who opened that link (private.gift_donor).
      return {
        role: "anon",
        claims: JSON.stringify({ role: "anon", gift_link: caller.giftLinkId }),
      };
    case "admin":
      // Sees the columns that `authenticated`, which a volunteer's token has as well, may not select.
      return { role: "administrator", claims: JSON.stringify(caller.claims) };
    case "account":
    case "volunteer":
    case "unconfirmed-admin":
    case "recovery":
      return { role: "authenticated", claims: JSON.stringify(caller.claims) };
  }
}
