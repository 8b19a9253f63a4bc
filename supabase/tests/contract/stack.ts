import { decodeJwt } from "jose";
import postgres from "postgres";
import { catalog, type OperationName } from "../../functions/_shared/contracts/catalog.ts";
import type { EndpointDefinition } from "../../functions/_shared/contracts/endpoint.ts";
import { superuser } from "../../local/database/cluster.ts";
import { readStackFacts } from "../stack-facts.ts";
import { logins } from "../demo-logins.ts";

export const facts = readStackFacts();

/** Connects as the project's own role, to set up what the API can't (an old session, say) and to inspect rows. */
export const sql = postgres(facts.databaseUrl, {
  max: 2,
  idle_timeout: 5,
  onnotice: () => {},
});

/** Connects as the platform, because tables of Storage and Auth don't belong to the project's own role. */
export const connectAsPlatform = () => {
  const url = new URL(facts.databaseUrl);
  url.username = superuser;
  return postgres(url.href, { max: 1, onnotice: () => {} });
};

export const endpoints: readonly (readonly [OperationName, EndpointDefinition])[] = Object.entries(
  catalog,
) as [OperationName, EndpointDefinition][];

export const SOME_ID = "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11";

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests inspect responses of every shape
  readonly json: any;
}

export interface RequestOptions {
  readonly body?: unknown;
  /** Sent unchanged, instead of `body`. */
  readonly rawBody?: string;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls the api function through the gateway, as the CDN does. */
export async function request(
  method: string,
  path: string,
  options: RequestOptions = {},
): Promise<ApiResponse> {
  const { body, rawBody = body === undefined ? undefined : JSON.stringify(body), token } = options;
  const response = await fetch(`${facts.apiUrl}/functions/v1${path}`, {
    method,
    redirect: "manual",
    headers: {
      ...(rawBody === undefined ? {} : { "Content-Type": "application/json" }),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...options.headers,
    },
    ...(rawBody === undefined ? {} : { body: rawBody }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parseJson(text) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const exampleParams: Readonly<Record<string, string>> = {
  key: "privacy_policy",
  year: "2026",
  zip: "76102",
};

/** Returns an endpoint's path with its parameters filled in. */
export const requestPath = (
  endpoint: EndpointDefinition,
  params: Readonly<Record<string, string>> = {},
) =>
  endpoint.path.replaceAll(
    /:(\w+)/g,
    (_, name: string) => params[name] ?? exampleParams[name] ?? SOME_ID,
  );

export interface LoggedInPerson {
  readonly id: string;
  readonly token: string;
  readonly refreshToken: string;
}

/** Signs in to Supabase Auth directly, which starts a session for anyone with a password. */
export async function signIn(email: string, password: string): Promise<LoggedInPerson> {
  const response = await fetch(`${facts.apiUrl}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { "Content-Type": "application/json", apikey: facts.publishableKey },
    body: JSON.stringify({ email, password }),
  });
  const session = (await response.json()) as {
    access_token: string;
    refresh_token: string;
    user: { id: string };
  };
  if (!response.ok) throw new Error(`Could not sign in ${email}: ${response.status}`);
  return { id: session.user.id, token: session.access_token, refreshToken: session.refresh_token };
}

/** Creates a user in Auth with the secret key, as the functions do, and returns the id. */
export async function createAuthUser(email: string, password: string): Promise<string> {
  const response = await fetch(`${facts.apiUrl}/auth/v1/admin/users`, {
    method: "POST",
    headers: { "Content-Type": "application/json", apikey: facts.secretKey },
    body: JSON.stringify({ email, password, email_confirm: true }),
  });
  const { id } = (await response.json()) as { id: string };
  if (!response.ok) throw new Error(`Could not create the user ${email}: ${response.status}`);
  return id;
}

/** Signs in a demo administrator; by default, the owner. */
export async function signInAdmin(
  name: "admin" | "treasurer" | "coordinator" | "editor" | "manager" = "admin",
): Promise<LoggedInPerson> {
  await clearRateLimits();
  const { json, status } = await request("POST", "/api/admin/login", { body: logins[name] });
  if (status !== 200) throw new Error(`Could not sign in the administrator: ${status}`);
  const { user, session } = json as {
    user: { id: string };
    session: { accessToken: string; refreshToken: string };
  };
  return { id: user.id, token: session.accessToken, refreshToken: session.refreshToken };
}

/** Moves the start of this token's session into the past. Other sessions don't change. */
export const backdateSession = (token: string, age: string) => sql`
  update auth.sessions set created_at = now() - ${age}::interval
  where id = ${String(decodeJwt(token)["session_id"])}`;

/** Clears the rate limits of the functions and of the local Auth. */
export const clearRateLimits = () =>
  Promise.all([sql`delete from public.rate_limits`, sql`delete from local_auth.attempts`]);

/** Postpones the emails of other tests by a day, so that a test's own mailer doesn't send them. */
export const postponeEmails = () =>
  Promise.all([
    resumeMail(),
    sql`
      update public.email_outbox set next_attempt_at = now() + interval '1 day'
      where status in ('queued', 'sending')`,
  ]);

/** Ends a pause of the mail transport. */
export const resumeMail = () => sql`
  update public.mail_transport
  set pause = null, paused_at = null, paused_until = null, refusals = 0, failing_since = null`;

/** Returns the id of the newest audit entry. Entries with a higher id were added later. */
export async function readLastEntryId(): Promise<string> {
  const [row] = await sql<[{ id: string }]>`
    select coalesce(max(id), 0) as id from public.audit_log`;
  return row.id;
}

let fingerprintSql: string | undefined;

/** Returns a statement that reads how many rows each table has, and the last transaction that wrote one of them. */
async function createFingerprintStatement(): Promise<string> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname not in ('rate_limits', 'job_runs', 'site_builds', 'health_alerts')
    order by relname`;
  return tables
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) as rows, max(xmin::text::bigint) as writer from public.${name}`,
    )
    .join(" union all ");
}

/**
 * Describes the state of all tables except counters and job records, to prove that nothing was written. A row that was
 * written again with the same values counts as a change. Hashing the rows instead would take most of the tests' time.
 */
export async function fingerprint(): Promise<string> {
  fingerprintSql ??= await createFingerprintStatement();
  const tables = await sql.unsafe<{ name: string; rows: string; writer: string | null }[]>(
    fingerprintSql,
    [],
    { prepare: true },
  );
  // A parallel plan returns the tables in any order.
  return tables
    .map(({ name, rows, writer }) => `${name}: ${rows}, ${writer}`)
    .toSorted()
    .join("\n");
}
