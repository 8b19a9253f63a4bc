import type { Sql } from "postgres";

/** What the parts of the local Auth work with. */
export interface AuthContext {
  readonly sql: Sql;
  /** @supabase/lite, which does what is not listed in `auth-service.ts`. */
  readonly lite: (request: Request) => Promise<Response>;
  readonly jwtSecret: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly siteUrl: string;
  /** Seconds an access token lasts. */
  readonly jwtExpiry: number;
}

/** One request, its body read. */
export interface AuthCall {
  readonly request: Request;
  readonly url: URL;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** What the groups of the route's expression matched. */
  readonly params: readonly string[];
  /** Whose tries are counted. */
  readonly address: string;
}

export type AuthHandler = (context: AuthContext, call: AuthCall) => Promise<Response>;

/** Hands the request to lite as it came. */
export const pass: AuthHandler = ({ lite }, { request, text }) =>
  lite(
    new Request(request.url, {
      method: request.method,
      headers: request.headers,
      ...(text === "" ? {} : { body: text }),
    }),
  );

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
