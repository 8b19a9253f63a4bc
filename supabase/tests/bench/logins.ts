import { randomUUID } from "node:crypto";
import postgres, { type Sql } from "postgres";
import type { StackFacts } from "../../local/stack.ts";
import { startBenchFunction } from "./functions.ts";
import { computeMedian } from "./compute-median.ts";

/** The number of attempts with known and with unknown names. They alternate, so that both see the same machine load. */
const ATTEMPT_COUNT = 100;
const TARGET_PERCENT = 10;
const EDGE_SECRET = "x".repeat(40);

interface MeasuredEndpoint {
  readonly path: string;
  /** Returns the request body for an existing account. */
  readonly knownBody: (email: string) => object;
  readonly unknownBody: () => object;
}

const randomEmail = () => `${randomUUID()}@example.org`;
const createApplicationBody = (email: string) => ({
  firstName: "Dana",
  lastName: "Newcomer",
  email,
  availability: "weekends",
  password: "Wrong!2026",
});

const endpoints: readonly MeasuredEndpoint[] = [
  {
    path: "/api/volunteer/login",
    knownBody: (email) => ({ email, password: "Wrong!2026" }),
    unknownBody: () => ({ email: randomEmail(), password: "Wrong!2026" }),
  },
  {
    path: "/api/admin/login",
    knownBody: () => ({ username: "admin", password: "Wrong!2026" }),
    unknownBody: () => ({ username: randomUUID(), password: "Wrong!2026" }),
  },
  {
    path: "/api/volunteer-applications",
    knownBody: createApplicationBody,
    unknownBody: () => createApplicationBody(randomEmail()),
  },
  {
    path: "/api/password-recovery",
    knownBody: (email) => ({ email }),
    unknownBody: () => ({ email: randomEmail() }),
  },
];

/** Adds a volunteer with a password for each attempt, so that no account reaches its own rate limit. */
async function addVolunteers(sql: Sql): Promise<string[]> {
  const rows = await sql<{ email: string }[]>`
    with person as (
      insert into auth.users
        (id, instance_id, aud, role, email, encrypted_password, email_confirmed_at, created_at, updated_at,
        confirmation_token, recovery_token, email_change, email_change_token_new)
      select gen_random_uuid(), instance_id, aud, role, 'login-' || number || '@example.org',
        encrypted_password, now(), now(), now(), '', '', '', ''
      from auth.users, generate_series(1, ${ATTEMPT_COUNT}) as number
      where email = 'volunteer@example.org'
      returning id, email
    )
    insert into public.volunteer_accounts (id, email, first_name, last_name, activated_at)
    select id, email, 'Login', 'Volunteer', now() from person
    returning email`;
  return rows.map(({ email }) => email);
}

/** Measures whether response times reveal which accounts exist (threat 12). */
export async function benchLogins(facts: StackFacts): Promise<void> {
  const sql = postgres(facts.databaseUrl, { max: 1, onnotice: () => undefined });
  const api = await startBenchFunction("api", facts, { EDGE_SECRET });
  let visitorNumber = 0;
  /** Uses a new IP address for every attempt, so that no rate limit applies. */
  const measureRequest = async (path: string, body: object): Promise<number> => {
    visitorNumber += 1;
    const address = `198.51.${100 + (visitorNumber >> 8)}.${visitorNumber & 255}`;
    const startedAt = performance.now();
    const response = await fetch(api.url + path, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "X-Edge-Secret": EDGE_SECRET,
        "X-Visitor-Address": address,
      },
      body: JSON.stringify(body),
    });
    await response.text();
    return performance.now() - startedAt;
  };
  console.log(
    `\nLogin, application and recovery, ${ATTEMPT_COUNT} tries each, alternating known and unknown names. "!" means it missed its target.`,
  );
  console.log(`${"path".padEnd(30)} known  unknown  difference (target: ${TARGET_PERCENT}%)`);
  try {
    const emails = await addVolunteers(sql);
    for (const { path, knownBody: known, unknownBody: unknown } of endpoints) {
      for (let warmUp = 0; warmUp < 5; warmUp += 1) await measureRequest(path, unknown());
      const times = { known: [] as number[], unknown: [] as number[] };
      for (const [index, email] of emails.entries()) {
        const attemptKnown = async () => times.known.push(await measureRequest(path, known(email)));
        const attemptUnknown = async () =>
          times.unknown.push(await measureRequest(path, unknown()));
        // Leftover work from one response slows down the next request, so known and unknown names take turns going
        // first.
        for (const attempt of index % 2 === 0
          ? [attemptKnown, attemptUnknown]
          : [attemptUnknown, attemptKnown]) {
          await attempt();
        }
      }
      const [knownMs, unknownMs] = [computeMedian(times.known), computeMedian(times.unknown)];
      const percent = Math.abs(knownMs / unknownMs - 1) * 100;
      const mark = percent <= TARGET_PERCENT ? " " : "!";
      console.log(
        `${path.padEnd(30)} ${knownMs.toFixed(1)} ms  ${unknownMs.toFixed(1)} ms  ${percent.toFixed(1)}%${mark}`,
      );
    }
  } finally {
    await api.stop();
    await sql.end();
  }
}
