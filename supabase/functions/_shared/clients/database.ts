import type postgres from "postgres";
import type { Tables } from "../database-types.ts";
import type { Caller } from "../caller.ts";
import type { RequiredArea } from "../contracts/choices.ts";
import { type ConnectionPool, createPool, isConnectionLost } from "./connections.ts";

export type Sql = postgres.TransactionSql<Record<string, never>>;
/** A SQL fragment with its parameters, for use inside another query. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

export type TableName = keyof Tables;

/** A table row as queries return it: the generated type with camelCase keys. */
export type Row<Name extends keyof Tables> = {
  [Column in keyof Tables[Name] & string as CamelCase<Column>]: Tables[Name][Column];
};

export interface DatabaseClient {
  /**
   * Runs `work` in one transaction as the caller, with the role and claims set as PostgREST sets them, so row-level
   * security applies. Administrators get a role unknown to PostgREST that can select more columns.
   */
  as<T>(caller: Caller, work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Like `as`, for the few writes that must happen although the database is read-only by default. */
  asWriter<T>(caller: Caller, work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Like `as`, for work that only reads. It takes one round trip if all queries are sent at once. */
  asReader<T>(caller: Caller, work: (sql: Sql) => Promise<T>): Promise<T>;
  /**
   * Bypasses row-level security for an administrator's long lists, because a policy would keep their conditions from
   * using indexes (docs/decisions/0005). The database first checks that the caller is an administrator who has the
   * area. The transaction is read-only.
   */
  asAdminReader<T>(
    caller: Caller,
    area: RequiredArea | undefined,
    work: (sql: Sql) => Promise<T>,
  ): Promise<T>;
  /** Like `asAdminReader`, for queries that must agree with each other: all of them see the same snapshot. */
  asAdminSnapshot<T>(
    caller: Caller,
    area: RequiredArea | undefined,
    work: (sql: Sql) => Promise<T>,
  ): Promise<T>;
  close(): Promise<void>;
}

const STATEMENT_TIMEOUT = "15s";

export function connectDatabase(url: string, maxConnections = 3): DatabaseClient {
  const pool = createPool(url, maxConnections);
  return {
    as: (caller, work) => runTransaction(pool, WRITE, work, createCallerSettings(caller)),
    asWriter: (caller, work) =>
      runTransaction(pool, FORCED_WRITE, work, createCallerSettings(caller)),
    asReader: (caller, work) =>
      caller.kind === "anonymous"
        ? runTransaction(pool, VISITORS_READ, work)
        : runTransaction(pool, READ, work, createCallerSettings(caller)),
    asAdminReader: (caller, area, work) =>
      runTransaction(pool, READ, work, createAdminReaderSettings(caller, area)),
    asAdminSnapshot: (caller, area, work) =>
      runTransaction(pool, SNAPSHOT, work, createAdminReaderSettings(caller, area)),
    close: pool.close,
  };
}

/** Returns the part of a select list that applies a transaction's settings. */
type CreateSettings = (sql: Sql) => Fragment;

const createCallerSettings = (caller: Caller): CreateSettings => {
  const { role, claims } = getRoleAndClaims(caller);
  return (sql) => sql`
    set_config('role', ${role}, true),
    set_config('request.jwt.claims', ${claims}, true)`;
};

/**
 * Makes Postgres plan each query for its actual values, because rare and common statuses need different indexes. Also
 * tells the planner that storage is fast, so random page reads cost hardly more than sequential ones.
 */
const createAdminReaderSettings =
  (caller: Caller, area: RequiredArea = "owner"): CreateSettings =>
  (sql) =>
    sql`
    set_config('request.jwt.claims', ${getRoleAndClaims(caller).claims}, true),
    ${createAreaCheck(sql, area)},
    set_config('plan_cache_mode', 'force_custom_plan', true),
    set_config('random_page_cost', '1.1', true),
    set_config('role', 'service_role', true)`;

const createAreaCheck = (sql: Sql, area: RequiredArea): Fragment =>
  area === "any"
    ? sql`private.require_admin()`
    : sql`private.require_area(variadic string_to_array(${[area].flat().join(",")}, ','))`;

/**
 * Starts sending the settings. Don't await them before the transaction's first query: if they fail, the transaction
 * aborts and nothing after them runs. They are set per transaction because poolers drop connection settings. The time
 * zone is UTC, because historical offsets in other time zones include seconds, which JavaScript can't parse.
 */
const applySettings = (sql: Sql, settings: CreateSettings) =>
  sql`
    select
      set_config('statement_timeout', ${STATEMENT_TIMEOUT}, true),
      set_config('TimeZone', 'UTC', true),
      ${settings(sql)}`.execute();

interface TransactionKind {
  /** The statement that begins it. */
  readonly begin: string;
  readonly isReadOnly: boolean;
  /** How long to wait for a free connection before the caller gets 503. */
  readonly maxWaitMs: number;
}

const MAX_WAIT_MS = 15_000;
const WRITE: TransactionKind = { begin: "begin", isReadOnly: false, maxWaitMs: MAX_WAIT_MS };
/** On a database that is read-only by default, a transaction may ask to write. */
const FORCED_WRITE: TransactionKind = { ...WRITE, begin: "begin read write" };
const READ: TransactionKind = {
  begin: "begin read only",
  isReadOnly: true,
  maxWaitMs: MAX_WAIT_MS,
};
const SNAPSHOT: TransactionKind = {
  ...READ,
  begin: "begin isolation level repeatable read, read only",
};
/** The settings of a visitor's transaction are constants, so they are sent along with BEGIN. */
const VISITORS_READ: TransactionKind = {
  begin: `
  begin read only;
  set local statement_timeout to '${STATEMENT_TIMEOUT}';
  set local timezone to 'UTC';
  set local role to anon;
  set local "request.jwt.claims" to '{"role":"anon"}'`,
  isReadOnly: true,
  // Visitors leave a page that takes longer, and cached pages are shown in its place.
  maxWaitMs: 3000,
};

/**
 * Sends BEGIN, the settings and the first queries in one message, unless the database is behind a transaction pooler. If
 * BEGIN or the settings fail, the transaction fails too, whatever its queries return.
 */
async function runTransaction<T>(
  pool: ConnectionPool,
  { begin, isReadOnly, maxWaitMs }: TransactionKind,
  work: (sql: Sql) => Promise<T>,
  settings?: CreateSettings,
): Promise<T> {
  const connection = await pool.acquire(maxWaitMs);
  const sql = connection.client as unknown as Sql;
  let isLost = false;
  try {
    const beginPromise = connection.begin(begin);
    // On a new connection, send BEGIN alone, so that no other query waits if the database is down.
    if (!connection.isOpen) await beginPromise;
    try {
      const [, , result] = await Promise.all([
        beginPromise,
        settings && applySettings(sql, settings),
        work(sql),
      ]);
      // The work may have caught the errors of its lost queries.
      if (connection.isClosed) throw new ConnectionLostError();
      if (!isReadOnly) await commit(sql);
      return result;
    } catch (error) {
      if (!isReadOnly && !isConnectionLost(error)) await sql.unsafe("rollback");
      throw error;
    }
  } catch (error) {
    isLost = isConnectionLost(error);
    throw error;
  } finally {
    // A read has nothing to commit, so it doesn't wait for the reply. The next caller's BEGIN may be sent with COMMIT.
    if (isReadOnly && !isLost) sql.unsafe("commit").catch(() => undefined);
    if (isLost) pool.discard(connection);
    else pool.release(connection);
  }
}

/** Throws if a query failed, even if its error was caught: then Postgres rolls back and reports no error. */
async function commit(sql: Sql): Promise<void> {
  const { command } = await sql.unsafe("commit");
  if (command !== "COMMIT")
    throw new Error("A query of this transaction failed, so it was rolled back.");
}

class ConnectionLostError extends Error {
  readonly code = "CONNECTION_CLOSED";
}

function getRoleAndClaims(caller: Caller): { role: string; claims: string } {
  switch (caller.kind) {
    case "anonymous":
    case "monitor":
      return { role: "anon", claims: '{"role":"anon"}' };
    case "service":
      return { role: "service_role", claims: '{"role":"service_role"}' };
    case "donor":
      // A visitor who opened a donor link and may read that donor's donations (private.linked_donor).
      return {
        role: "anon",
        claims: JSON.stringify({ role: "anon", donor_link: caller.donorLinkId }),
      };
    case "admin":
      // This role can select columns that `authenticated`, which volunteers also have, can't.
      return { role: "administrator", claims: JSON.stringify(caller.claims) };
    case "account":
    case "volunteer":
    case "unconfirmed-admin":
    case "unenrolled-admin":
    case "recovery":
      return { role: "authenticated", claims: JSON.stringify(caller.claims) };
  }
}
