import postgres from "postgres";
import { AppError, hasEndedSession, isUnreachable } from "../errors.ts";

/** Port of Supabase's transaction pooler. Mark other poolers with `?prepare=false` in the URL. */
const POOLER_PORT = "6543";

/**
 * Returns the connection options of a URL. TLS is used if the server offers it, unless the URL says otherwise. Through a
 * transaction pooler, each query waits for the reply to the one before it: Supavisor never forwards what is sent behind
 * two unanswered queries, so they would wait forever (porsager/postgres#970, supabase/supabase#50358).
 */
export function getConnectionOptions(url: string): {
  prepare?: false;
  max_pipeline?: 0;
  ssl?: "prefer";
} {
  const { port, searchParams } = new URL(url);
  const isPooler = port === POOLER_PORT || searchParams.get("prepare") === "false";
  return {
    ...(isPooler ? { prepare: false, max_pipeline: 0 } : {}),
    ...(searchParams.has("sslmode") || searchParams.has("ssl") ? {} : { ssl: "prefer" }),
  };
}

const textFormat = {
  serialize: (value: unknown) => String(value),
  parse: (value: string) => value,
};

/**
 * Rows have camelCase keys, YYYY-MM-DD dates, ISO 8601 timestamps and numerics as text. Arrays are sent as JSON,
 * because looking up array types would cost one more statement per connection.
 */
export const createPostgresClient = (url: string, onclose: () => void) =>
  postgres(url, {
    ...getConnectionOptions(url),
    max: 1,
    fetch_types: false,
    idle_timeout: 30,
    connect_timeout: 10,
    connection: { application_name: "functions" },
    onclose,
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

export type Client = ReturnType<typeof createPostgresClient>;

/** A client with one database connection, which it opens on first use and never reopens. */
export class Connection {
  readonly client: Client;
  #isOpen = false;
  #isClosed = false;

  constructor(url: string) {
    this.client = createPostgresClient(url, () => {
      this.#isClosed = true;
      this.close();
    });
  }

  /** True once the database has answered. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** True once the connection was closed, for being idle or by the server. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  begin(statement: string): Promise<unknown> {
    // `then` sends BEGIN right away. With `await`, postgres.js would send it after the caller's next queries.
    return this.client.unsafe(statement).then(() => (this.#isOpen = true));
  }

  /**
   * Rejects later queries. Otherwise, postgres.js would send the next queries of a transaction that lost its connection on a
   * new one, outside the transaction and without its role.
   */
  close(): void {
    void this.client.end({ timeout: 0 });
  }
}

export interface ConnectionPool {
  /** Waits for a free connection, or throws `busy` if none was free in time. The caller must release it. */
  readonly acquire: (maxWaitMs: number) => Promise<Connection>;
  /** Gives the connection to the caller that has waited the longest. */
  readonly release: (connection: Connection) => void;
  /** Replaces a closed connection. */
  readonly discard: (connection: Connection) => void;
  readonly close: () => Promise<void>;
}

const CLOSE_TIMEOUT_SECONDS = 5;

/** Replaces postgres.js's own pool, whose transactions wait for the replies to BEGIN and to COMMIT. */
export function createPool(url: string, maxConnections: number): ConnectionPool {
  const connections = new Set<Connection>();
  const idleConnections: Connection[] = [];
  /** The longest waiting first. */
  const waitingCallers = new Set<(connection: Connection) => void>();
  const takeWaitingCaller = () => {
    const [caller] = waitingCallers;
    if (caller !== undefined) waitingCallers.delete(caller);
    return caller;
  };
  const wait = (maxWaitMs: number) =>
    new Promise<Connection>((resolve, reject) => {
      const timer = setTimeout(() => {
        waitingCallers.delete(take);
        reject(new AppError("busy"));
      }, maxWaitMs);
      const take = (connection: Connection) => {
        clearTimeout(timer);
        resolve(connection);
      };
      waitingCallers.add(take);
    });
  const openConnection = () => {
    const connection = new Connection(url);
    connections.add(connection);
    return connection;
  };
  const discard = (connection: Connection) => {
    connections.delete(connection);
    connection.close();
    takeWaitingCaller()?.(openConnection());
  };
  return {
    acquire: async (maxWaitMs) => {
      for (;;) {
        const connection = idleConnections.pop();
        if (connection === undefined) break;
        if (!connection.isClosed) return connection;
        discard(connection);
      }
      if (connections.size < maxConnections) return openConnection();
      return wait(maxWaitMs);
    },
    release: (connection) => {
      if (connection.isClosed) return discard(connection);
      const next = takeWaitingCaller();
      if (next === undefined) idleConnections.push(connection);
      else next(connection);
    },
    discard,
    close: async () => {
      const timeout = CLOSE_TIMEOUT_SECONDS;
      await Promise.all([...connections].map(({ client }) => client.end({ timeout })));
    },
  };
}

/** Returns true if the error means that the connection is gone: the server ended it or the network failed. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof postgres.PostgresError ? hasEndedSession(error) : isUnreachable(error);
