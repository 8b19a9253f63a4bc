import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { describe, expect, it, test } from "vitest";
import { parseEnvironment } from "./env.ts";

const requiredVariables = {
  SUPABASE_URL: "http://localhost",
  SUPABASE_PUBLISHABLE_KEYS: '{"default":"sb_publishable_1"}',
  SUPABASE_SECRET_KEYS: '{"default":"sb_secret_1"}',
  SUPABASE_DB_URL: "postgresql://localhost/postgres",
  SITE_URL: "http://localhost",
  HASH_SECRET: "a secret of more than thirty-two letters",
};
const legacy = { SUPABASE_ANON_KEY: "legacy-anon", SUPABASE_SERVICE_ROLE_KEY: "legacy-service" };

test("DON-11: simulated payments take 2000 ms by default", () => {
  expect(parseEnvironment(requiredVariables).DEMO_PAYMENT_DELAY_MS).toBe(2000);
});

it.each(["127.0.0.1:12111", "ftp://stripe.local"])("rejects %s as Stripe's URL", (address) => {
  expect(() => parseEnvironment({ ...requiredVariables, STRIPE_API_URL: address })).toThrow(
    /STRIPE_API_URL/,
  );
});

it.each<[string | undefined, readonly string[] | undefined]>([
  ["whsec_a", ["whsec_a"]],
  [" whsec_a , whsec_b", ["whsec_a", "whsec_b"]],
  ["whsec_a,", ["whsec_a"]],
  [", ,whsec_b,,", ["whsec_b"]],
  [" , ", undefined],
  ["", undefined],
  [undefined, undefined],
])("STRIPE_WEBHOOK_SECRET=%j yields no empty secret", (text, secrets) => {
  const { STRIPE_WEBHOOK_SECRET } = parseEnvironment({
    ...requiredVariables,
    STRIPE_WEBHOOK_SECRET: text,
  });
  expect(STRIPE_WEBHOOK_SECRET).toEqual(secrets);
});

describe("project keys", () => {
  const keysOf = (changes: Record<string, string>) => {
    const { publishableKeys, secretKeys } = parseEnvironment({ ...requiredVariables, ...changes });
    return [publishableKeys, secretKeys];
  };

  it("prefers current over legacy keys, the default key first", () => {
    expect(keysOf(legacy)).toEqual([["sb_publishable_1"], ["sb_secret_1"]]);
    const several = '{"jobs":"sb_secret_2","default":"sb_secret_1"}';
    expect(keysOf({ SUPABASE_SECRET_KEYS: several })[1]).toEqual(["sb_secret_1", "sb_secret_2"]);
  });

  it.each(["", "{}"])("uses the legacy keys if the current ones are %j", (current) => {
    const currentKeys = { SUPABASE_PUBLISHABLE_KEYS: current, SUPABASE_SECRET_KEYS: current };
    expect(keysOf({ ...legacy, ...currentKeys })).toEqual([["legacy-anon"], ["legacy-service"]]);
  });

  it("lists missing keys with all other missing variables, one per line", () => {
    expect(() =>
      parseEnvironment({ ...requiredVariables, SUPABASE_SECRET_KEYS: "", HASH_SECRET: "" }),
    ).toThrow(
      /secretKeys: Supabase sets SUPABASE_SECRET_KEYS, or SUPABASE_SERVICE_ROLE_KEY .*\nHASH_SECRET: /s,
    );
  });

  it.each(["sb_secret_9", '["sb_secret_9"]', '{"default":9,"a":"sb_secret_9"}', '{"default":""}'])(
    "rejects malformed keys (%s) without printing them",
    (text) => {
      const attempt = () => keysOf({ SUPABASE_SECRET_KEYS: text });
      expect(attempt).toThrow(/secretKeys/);
      expect(attempt).not.toThrow(/sb_secret_9/);
    },
  );
});

it("accepts a copy of .env.example with two values for `supabase start`", () => {
  const copy = parseEnv(readFileSync(".env.example", "utf8"));
  const { SITE_URL, HASH_SECRET, ...remaining } = requiredVariables;
  const urls = { SITE_URL, HASH_SECRET, PUBLIC_SUPABASE_URL: "http://127.0.0.1:54321" };
  // Supabase sets the variables that start with SUPABASE_, whatever the file says.
  expect(parseEnvironment({ ...copy, ...urls, ...remaining })).toMatchObject(urls);
});

it("uses SUPABASE_URL as the public URL unless PUBLIC_SUPABASE_URL is set", () => {
  const PUBLIC_SUPABASE_URL = "http://127.0.0.1:54321";
  expect(parseEnvironment(requiredVariables).PUBLIC_SUPABASE_URL).toBe(
    requiredVariables.SUPABASE_URL,
  );
  expect(parseEnvironment({ ...requiredVariables, PUBLIC_SUPABASE_URL })).toMatchObject({
    PUBLIC_SUPABASE_URL,
    SUPABASE_URL: requiredVariables.SUPABASE_URL,
  });
});

it.each([
  ['{"keys":[{"kty":"EC","kid":"a"}]}', [{ kty: "EC", kid: "a" }]],
  ['[{"kty":"EC","kid":"a"}]', [{ kty: "EC", kid: "a" }]],
  ["", []],
])("reads the tokens' public keys from %s", (text, keys) => {
  expect(parseEnvironment({ ...requiredVariables, SUPABASE_JWKS: text }).SUPABASE_JWKS).toEqual(
    keys,
  );
});

it.each([
  ["smtp", "SMTP_HOST"],
  ["http", "MAIL_API_KEY"],
])("MAIL_TRANSPORT=%s without %s only holds emails in the queue", (transport, missingVariable) => {
  const environment = parseEnvironment({ ...requiredVariables, MAIL_TRANSPORT: transport });
  expect(environment.MAIL_TRANSPORT).toBeUndefined();
  expect(environment.mailProblem).toContain(
    `MAIL_TRANSPORT is ${transport}, but ${missingVariable} is not set`,
  );
  const complete = parseEnvironment({
    ...requiredVariables,
    MAIL_TRANSPORT: transport,
    [missingVariable]: "given",
  });
  expect([complete.MAIL_TRANSPORT, complete.mailProblem]).toEqual([transport, undefined]);
});
