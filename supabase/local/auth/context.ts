import type { Sql } from "postgres";

/** Dependencies of the local Auth's handlers. */
export interface AuthContext {
  readonly sql: Sql;
  /** @supabase/lite, which handles everything not listed in `auth-service.ts`. */
  readonly fetchLite: (request: Request) => Promise<Response>;
  readonly jwtSecret: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly siteUrl: string;
  /** Lifetime of an access token, in seconds. */
  readonly jwtLifetimeSeconds: number;
  /** bcrypt cost of new users' passwords. */
  readonly passwordCost: number;
}

/** A request whose body has been read. */
export interface AuthCall {
  readonly request: Request;
  readonly url: URL;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Values of the capture groups in the route's path. */
  readonly params: readonly string[];
  /** IP address for rate limiting. */
  readonly address: string;
}

export type AuthHandler = (context: AuthContext, call: AuthCall) => Promise<Response>;

/** Passes the request on to lite unchanged. */
export const forwardToLite: AuthHandler = ({ fetchLite }, { request, text }) =>
  fetchLite(
    new Request(request.url, {
      method: request.method,
      headers: request.headers,
      ...(text === "" ? {} : { body: text }),
    }),
  );

export const toTextOrEmpty = (value: unknown): string => (typeof value === "string" ? value : "");
