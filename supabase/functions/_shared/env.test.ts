import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { describe, expect, it, test } from "vitest";
import { parseEnvironment } from "./env.ts";

const needed = {
  SUPABASE_URL: "http://localhost",
  SUPABASE_PUBLISHABLE_KEYS: '{"default":"sb_publishable_1"}',
  SUPABASE_SECRET_KEYS: '{"default":"sb_secret_1"}',
  SUPABASE_DB_URL: "postgresql://localhost/postgres",
  SITE_URL: "http://localhost",
  HASH_SECRET: "a secret of more than thirty-two letters",
};
const legacy = { SUPABASE_ANON_KEY: "legacy-anon", SUPABASE_SERVICE_ROLE_KEY: "legacy-service" };

test("DON-11: a deployment that says nothing else simulates a payment for 2000 ms", () => {
  expect(parseEnvironment(needed).DEMO_PAYMENT_DELAY_MS).toBe(2000);
});

it.each(["127.0.0.1:12111", "ftp://stripe.local"])("Stripe's API is not at %s", (address) => {
  expect(() => parseEnvironment({ ...needed, STRIPE_API_URL: address })).toThrow(/STRIPE_API_URL/);
});

it.each<[string | undefined, readonly string[] | undefined]>([
  ["whsec_a", ["whsec_a"]],
  [" whsec_a , whsec_b", ["whsec_a", "whsec_b"]],
  ["whsec_a,", ["whsec_a"]],
  [", ,whsec_b,,", ["whsec_b"]],
  [" , ", undefined],
  ["", undefined],
  [undefined, undefined],
])(
  "STRIPE_WEBHOOK_SECRET=%j holds no empty secret, which anybody could sign with",
  (text, secrets) => {
    const { STRIPE_WEBHOOK_SECRET } = parseEnvironment({ ...needed, STRIPE_WEBHOOK_SECRET: text });
    expect(STRIPE_WEBHOOK_SECRET).toEqual(secrets);
  },
);

describe("the project's keys", () => {
  const keysOf = (changes: Record<string, string>) => {
    const { publishableKeys, secretKeys } = parseEnvironment({ ...needed, ...changes });
    return [publishableKeys, secretKeys];
  };

  it("are the current ones, the default first, whatever legacy keys there are", () => {
    expect(keysOf(legacy)).toEqual([["sb_publishable_1"], ["sb_secret_1"]]);
    const several = '{"jobs":"sb_secret_2","default":"sb_secret_1"}';
    expect(keysOf({ SUPABASE_SECRET_KEYS: several })[1]).toEqual(["sb_secret_1", "sb_secret_2"]);
  });

  it.each(["", "{}"])("are the legacy ones where the current are %j", (current) => {
    const none = { SUPABASE_PUBLISHABLE_KEYS: current, SUPABASE_SECRET_KEYS: current };
    expect(keysOf({ ...legacy, ...none })).toEqual([["legacy-anon"], ["legacy-service"]]);
  });

  it("missing are named with the other variables that are missing, each in one line", () => {
    expect(() =>
      parseEnvironment({ ...needed, SUPABASE_SECRET_KEYS: "", HASH_SECRET: "" }),
    ).toThrow(
      /secretKeys: Supabase sets SUPABASE_SECRET_KEYS, or SUPABASE_SERVICE_ROLE_KEY .*\nHASH_SECRET: /s,
    );
  });

  it.each(["sb_secret_9", '["sb_secret_9"]', '{"default":9,"a":"sb_secret_9"}', '{"default":""}'])(
    "that cannot be read (%s) are refused without being shown",
    (text) => {
      const attempt = () => keysOf({ SUPABASE_SECRET_KEYS: text });
      expect(attempt).toThrow(/secretKeys/);
      expect(attempt).not.toThrow(/sb_secret_9/);
    },
  );
});

it("a copy of .env.example with two values is enough for `supabase start`", () => {
  const copy = parseEnv(readFileSync(".env.example", "utf8"));
  const { SITE_URL, HASH_SECRET, ...given } = needed;
  const mine = { SITE_URL, HASH_SECRET, PUBLIC_SUPABASE_URL: "http://127.0.0.1:54321" };
  // Supabase sets the variables that start with SUPABASE_, whatever the file says.
  expect(parseEnvironment({ ...copy, ...mine, ...given })).toMatchObject(mine);
});

it("the project is where the functions reach it, unless browsers reach it elsewhere", () => {
  const PUBLIC_SUPABASE_URL = "http://127.0.0.1:54321";
  expect(parseEnvironment(needed).PUBLIC_SUPABASE_URL).toBe(needed.SUPABASE_URL);
  expect(parseEnvironment({ ...needed, PUBLIC_SUPABASE_URL })).toMatchObject({
    PUBLIC_SUPABASE_URL,
    SUPABASE_URL: needed.SUPABASE_URL,
  });
});

it.each([
  ['{"keys":[{"kty":"EC","kid":"a"}]}', [{ kty: "EC", kid: "a" }]],
  ['[{"kty":"EC","kid":"a"}]', [{ kty: "EC", kid: "a" }]],
  ["", []],
])("the public keys of tokens are read from %s", (text, keys) => {
  expect(parseEnvironment({ ...needed, SUPABASE_JWKS: text }).SUPABASE_JWKS).toEqual(keys);
});

it.each([
  ["smtp", "SMTP_HOST"],
  ["http", "MAIL_API_KEY"],
])("MAIL_TRANSPORT=%s without %s holds mails back and stops nothing else", (transport, missing) => {
  const parsed = parseEnvironment({ ...needed, MAIL_TRANSPORT: transport });
  expect(parsed.MAIL_TRANSPORT).toBeUndefined();
  expect(parsed.mailProblem).toContain(`MAIL_TRANSPORT is ${transport}, but ${missing} is not set`);
  const whole = parseEnvironment({ ...needed, MAIL_TRANSPORT: transport, [missing]: "given" });
  expect([whole.MAIL_TRANSPORT, whole.mailProblem]).toEqual([transport, undefined]);
});
