import postgres from "postgres";
import { hasEndedSession, isUnreachable } from "../errors.ts";

/** Port of Supabase's transaction pooler. Mark other poolers with `?prepare=false` in the URL. */
const POOLER_PORT = "6543";

/** Returns the connection options of a URL. TLS is used if the server offers it, unless the URL says otherwise. */
export function getConnectionOptions(url: string): { prepare?: false; ssl?: "prefer" } {
  const { port, searchParams } = new URL(url);
  return {
    ...(port === POOLER_PORT ? { prepare: false } : {}),
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
const createPostgresClient = (url: string, onclose: () => void) =>
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

/** A client with one database connection, which it opens on first use. */
export class Connection {
  readonly client: Client;
  #session: symbol | undefined;
  #isClosed = false;

  constructor(url: string) {
    this.client = createPostgresClient(url, () => {
      this.#session = undefined;
      this.#isClosed = true;
    });
  }

  /** True once the connection was closed, for being idle or by the server. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The database session of the last transaction. It's undefined once the connection is closed. */
  get session(): symbol | undefined {
    return this.#session;
  }

  /** Sends BEGIN and returns the session of the transaction. */
  begin(statement: string): Promise<symbol> {
    // `then` sends BEGIN right away. With `await`, postgres.js would send it after the caller's next queries.
    return this.client.unsafe(statement).then(() => (this.#session ??= Symbol("database session")));
  }
}

export interface ConnectionPool {
  /** Waits for a free connection. The caller must release it. */
  readonly acquire: () => Promise<Connection>;
  /** Gives the connection to the caller that has waited the longest. */
  readonly release: (connection: Connection) => void;
  /**
   * Replaces a closed connection. On the same client, postgres.js would wait up to 20 seconds before reconnecting, and it
   * would answer the next query with the error that closed the connection.
   */
  readonly discard: (connection: Connection) => void;
  readonly close: () => Promise<void>;
}

const CLOSE_TIMEOUT_SECONDS = 5;

/** Replaces postgres.js's own pool, whose transactions wait for the replies to BEGIN and to COMMIT. */
export function createPool(url: string, maxConnections: number): ConnectionPool {
  const connections = new Set<Connection>();
  const idleConnections: Connection[] = [];
  const waitingCallers: ((connection: Connection) => void)[] = [];
  const openConnection = () => {
    const connection = new Connection(url);
    connections.add(connection);
    return connection;
  };
  const discard = (connection: Connection) => {
    connections.delete(connection);
    // Closes the connection and rejects queries that would reopen it.
    void connection.client.end({ timeout: 0 });
    waitingCallers.shift()?.(openConnection());
  };
  return {
    acquire: async () => {
      for (;;) {
        const connection = idleConnections.pop();
        if (connection === undefined) break;
        if (!connection.isClosed) return connection;
        discard(connection);
      }
      if (connections.size < maxConnections) return openConnection();
      return new Promise((resolve) => waitingCallers.push(resolve));
    },
    release: (connection) => {
      if (connection.isClosed) return discard(connection);
      const next = waitingCallers.shift();
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
