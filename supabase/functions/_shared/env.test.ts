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
const legacyKeys = {
  SUPABASE_ANON_KEY: "legacy-anon",
  SUPABASE_SERVICE_ROLE_KEY: "legacy-service",
};

test("DON-11: simulated payments take 2000 ms by default", () => {
  expect(parseEnvironment(requiredVariables).DEMO_PAYMENT_DELAY_MS).toBe(2000);
});

it.each(["127.0.0.1:12111", "ftp://stripe.local"])("%s is rejected as Stripe's URL", (url) => {
  expect(() => parseEnvironment({ ...requiredVariables, STRIPE_API_URL: url })).toThrow(
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
])("STRIPE_WEBHOOK_SECRET=%j is parsed without empty secrets", (text, secrets) => {
  const { STRIPE_WEBHOOK_SECRET } = parseEnvironment({
    ...requiredVariables,
    STRIPE_WEBHOOK_SECRET: text,
  });
  expect(STRIPE_WEBHOOK_SECRET).toEqual(secrets);
});

describe("threat 61: a secret that is being rotated", () => {
  const [newSecret, oldSecret] = ["n".repeat(32), "o".repeat(44)];
  const parseSecrets = (text: string) => {
    const { HASH_SECRET, EDGE_SECRET, HEALTH_TOKEN } = parseEnvironment({
      ...requiredVariables,
      HASH_SECRET: text,
      EDGE_SECRET: text,
      HEALTH_TOKEN: text,
    });
    return [HASH_SECRET, EDGE_SECRET, HEALTH_TOKEN];
  };

  it.each([
    [newSecret, [newSecret]],
    [`${newSecret},${oldSecret}`, [newSecret, oldSecret]],
    [` ${newSecret} ,, ${oldSecret},`, [newSecret, oldSecret]],
  ])("is a list without empty items: %s", (text, secrets) => {
    expect(parseSecrets(text)).toEqual([secrets, secrets, secrets]);
  });

  it.each([",", `${newSecret},short`, `short,${newSecret}`])(
    "is refused if one of its values is too short: %s",
    (text) => {
      for (const name of ["HASH_SECRET", "EDGE_SECRET", "HEALTH_TOKEN"]) {
        const parse = () => parseEnvironment({ ...requiredVariables, [name]: text });
        expect(parse).toThrow(new RegExp(name));
        expect(parse).not.toThrow(/short/);
      }
    },
  );
});

describe("the parser of project keys", () => {
  const parseKeys = (changes: Record<string, string>) => {
    const { publishableKeys, secretKeys } = parseEnvironment({ ...requiredVariables, ...changes });
    return [publishableKeys, secretKeys];
  };

  it("prefers current keys over legacy ones and puts the default key first", () => {
    expect(parseKeys(legacyKeys)).toEqual([["sb_publishable_1"], ["sb_secret_1"]]);
    const twoKeys = '{"jobs":"sb_secret_2","default":"sb_secret_1"}';
    expect(parseKeys({ SUPABASE_SECRET_KEYS: twoKeys })[1]).toEqual(["sb_secret_1", "sb_secret_2"]);
  });

  it.each(["", "{}"])("uses the legacy keys if the current ones are %j", (emptyKeys) => {
    const currentKeys = { SUPABASE_PUBLISHABLE_KEYS: emptyKeys, SUPABASE_SECRET_KEYS: emptyKeys };
    expect(parseKeys({ ...legacyKeys, ...currentKeys })).toEqual([
      ["legacy-anon"],
      ["legacy-service"],
    ]);
  });

  it("lists missing keys with all other missing variables, one per line", () => {
    expect(() =>
      parseEnvironment({ ...requiredVariables, SUPABASE_SECRET_KEYS: "", HASH_SECRET: "" }),
    ).toThrow(
      /secretKeys: Neither SUPABASE_SECRET_KEYS nor SUPABASE_SERVICE_ROLE_KEY .*\nHASH_SECRET: /s,
    );
  });

  it.each(["sb_secret_9", '["sb_secret_9"]', '{"default":9,"a":"sb_secret_9"}', '{"default":""}'])(
    "rejects malformed keys (%s) without printing them",
    (text) => {
      const parse = () => parseKeys({ SUPABASE_SECRET_KEYS: text });
      expect(parse).toThrow(/secretKeys/);
      expect(parse).not.toThrow(/sb_secret_9/);
    },
  );
});

it("threat 61: a copy of .env.example sets nothing, so it can't overwrite a secret with an empty value", () => {
  const copy = parseEnv(readFileSync(".env.example", "utf8"));
  expect(copy).toEqual({});
});

it("the variables of .env.example are valid when they are empty, once those that `supabase start` needs are set", () => {
  const example = readFileSync(".env.example", "utf8").replaceAll(/^# (?=[A-Z][A-Z\d_]*=)/gm, "");
  const copy = parseEnv(example);
  expect(Object.keys(copy).length).toBeGreaterThan(40);
  const { SITE_URL, HASH_SECRET, ...supabaseVariables } = requiredVariables;
  const requiredValues = { SITE_URL, HASH_SECRET, PUBLIC_SUPABASE_URL: "http://127.0.0.1:54321" };
  // Supabase sets the variables that start with SUPABASE_, whatever the file says.
  expect(parseEnvironment({ ...copy, ...requiredValues, ...supabaseVariables })).toMatchObject({
    ...requiredValues,
    HASH_SECRET: [HASH_SECRET],
  });
});

it("SUPABASE_URL is the public URL unless PUBLIC_SUPABASE_URL is set", () => {
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
  ["smtp", "SMTP_HOST"],
  ["http", "MAIL_API_KEY"],
])(
  "MAIL_TRANSPORT=%s without %s is ignored and reported as a problem",
  (transport, missingVariable) => {
    const environment = parseEnvironment({ ...requiredVariables, MAIL_TRANSPORT: transport });
    expect(environment.MAIL_TRANSPORT).toBeUndefined();
    expect(environment.mailProblem).toContain(
      `MAIL_TRANSPORT is ${transport}, but ${missingVariable} is not set`,
    );
    const completeEnvironment = parseEnvironment({
      ...requiredVariables,
      MAIL_TRANSPORT: transport,
      [missingVariable]: "given",
    });
    expect([completeEnvironment.MAIL_TRANSPORT, completeEnvironment.mailProblem]).toEqual([
      transport,
      undefined,
    ]);
  },
);
