import postgres, { type Sql, type TransactionSql } from "postgres";
import { Problem } from "../machine/problem.ts";

const isLoopback = (hostname: string): boolean =>
  ["localhost", "127.0.0.1", "[::1]"].includes(hostname);

function connect(databaseUrl: string): Sql {
  const { hostname, searchParams } = new URL(databaseUrl);
  const hasTlsOption = searchParams.has("sslmode") || searchParams.has("ssl");
  return postgres(databaseUrl, {
    max: 1,
    // Poolers may not support prepared statements, and none of these statements runs often enough to benefit.
    prepare: false,
    // By default, postgres.js closes a connection after half an hour.
    max_lifetime: null,
    connect_timeout: 20,
    connection: { application_name: "backup" },
    onnotice: () => undefined,
    // A backup contains password hashes and people's addresses, so it crosses a network only over TLS.
    ...(hasTlsOption || isLoopback(hostname) ? {} : { ssl: "require" as const }),
  });
}

/** Runs `work` with one connection. Turns database errors into messages that don't contain any row's values. */
export async function withDatabase<Result>(
  databaseUrl: string,
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  const sql = connect(databaseUrl);
  try {
    return await work(sql);
  } catch (error) {
    throw explainDatabaseError(error, new URL(databaseUrl).host);
  } finally {
    await sql.end({ timeout: 1 }).catch(() => undefined);
  }
}

const connectionErrors =
  /^(CONNECT|CONNECTION_|E(AI_AGAIN|CONN|HOST|NOTFOUND|PIPE|TIMEDOUT)|08|28|3D|57P)/;

/** What keeps a database from storing anything, by SQLSTATE. */
const WRITE_PROBLEMS: Readonly<Record<string, string>> = {
  "25006": "is read-only, usually because its disk is almost full",
  "53100": "has no room left on its disk",
};

/** Explains a database error. Its `detail` is left out, because it quotes rows. */
function explainDatabaseError(error: unknown, host: string): unknown {
  if (!(error instanceof Error) || error instanceof Problem) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code !== undefined && connectionErrors.test(code)) {
    return new Problem(
      `The database at ${host} can't be reached (${error.message || code}). Check the URL and the password, then run the command again.`,
    );
  }
  if (!(error instanceof postgres.PostgresError)) return error;
  const problem = WRITE_PROBLEMS[error.code];
  if (problem !== undefined) {
    return new Problem(
      `The database ${problem}, so nothing was stored. Enlarge the disk (docs/operate/incidents.md), then run the same command again.`,
    );
  }
  const { table_name: table, constraint_name: constraint } = error;
  const places = [table && `table ${table}`, constraint && `constraint ${constraint}`].filter(
    Boolean,
  );
  const place = places.length > 0 ? ` (${places.join(", ")})` : "";
  return new Problem(`The database refused this: ${error.message}${place}.`);
}

/**
 * Makes every server format values the same way, and removes the time limits for statements. If row-level security
 * applies to this role, a read fails instead of leaving out rows.
 */
export async function prepareTransaction(tx: TransactionSql): Promise<void> {
  await tx
    .unsafe(
      `set local time zone 'UTC';
       set local datestyle = 'ISO, MDY';
       set local intervalstyle = 'postgres';
       set local bytea_output = 'hex';
       set local extra_float_digits = 1;
       set local search_path = pg_catalog;
       set local row_security = off;
       set local statement_timeout = 0;
       set local idle_in_transaction_session_timeout = 0;
       set local lock_timeout = '10s'`,
    )
    .simple();
}
