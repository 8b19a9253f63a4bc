import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import {
  listAllowedHosts,
  listDocumentedVariables,
  createFunctionEnvironment,
} from "./environment.ts";

const facts = {
  webUrl: "http://localhost:4173",
  apiUrl: "http://localhost:54321",
  databaseUrl: "postgresql://postgres:p@127.0.0.1:6000/postgres",
  edgeSecret: "e".repeat(32),
  dataDir: "/data",
  hashSecret: "h".repeat(32),
  erasureKey: "e".repeat(32),
  healthToken: "t".repeat(32),
  keys: {
    publishableKey: "sb_publishable_x",
    secretKey: "sb_secret_x",
    jwtSecret: "j".repeat(32),
  },
};

it("the functions get only documented variables", () => {
  const configuredVariables = {
    DEMO_PAYMENT_DELAY_MS: "5",
    DATABASE_URL: "postgresql://someone:else@db.example.org/shop",
    AWS_SECRET: "no",
    SUPABASE_SECRET_KEYS: "no",
    VITE_SUPABASE_URL: "no",
    PATH: "/",
  };
  const environment = createFunctionEnvironment(facts, configuredVariables, {});
  expect(environment.DEMO_PAYMENT_DELAY_MS).toBe("5");
  expect(environment.SUPABASE_DB_URL).toBe(facts.databaseUrl);
  expect(environment.DATABASE_URL).toBe("");
  expect(Object.keys(environment)).not.toContain("AWS_SECRET");
  expect(environment.SUPABASE_SECRET_KEYS).toBe('{"default":"sb_secret_x"}');
  expect(Object.keys(environment)).not.toContain("VITE_SUPABASE_URL");
  expect(Object.keys(environment)).not.toContain("PATH");
});

it("payments are simulated by default, and tests can override every variable", () => {
  expect(createFunctionEnvironment(facts, {}, {}).PAYMENTS_MODE).toBe("demo");
  expect(createFunctionEnvironment(facts, { PAYMENTS_MODE: "stripe" }, {}).PAYMENTS_MODE).toBe(
    "stripe",
  );
  const overrides = { PAYMENTS_MODE: "", SUPABASE_URL: "http://elsewhere" };
  expect(createFunctionEnvironment(facts, {}, overrides)).toMatchObject(overrides);
});

it("the functions can reach only the stack, known providers and configured hosts", () => {
  const environment = createFunctionEnvironment(
    facts,
    {},
    {
      OPENAI_BASE_URL: "https://ai.example.org/v1",
      SMTP_HOST: "mail.example.org",
      STRIPE_API_URL: "http://127.0.0.1:12111",
    },
  );
  const hosts = listAllowedHosts(environment);
  expect(hosts).toEqual(
    expect.arrayContaining([
      // Port 0 lets a function listen on any free port.
      "127.0.0.1:0",
      "localhost:54321",
      "127.0.0.1:6000",
      "127.0.0.1:12111",
      "api.stripe.com:443",
      "ai.example.org:443",
      "mail.example.org:465",
    ]),
  );
  expect(hosts.every((host) => /:\d+$/.test(host))).toBe(true);
});

it("the functions' variables are read from .env.example, where each one is explained", async () => {
  const example = await readFile(new URL("../../../.env.example", import.meta.url), "utf8");
  expect(listDocumentedVariables(example)).toEqual(
    expect.arrayContaining(["SITE_URL", "HASH_SECRET", "PAYMENTS_MODE"]),
  );
  const lines = example.split("\n");
  const isVariable = (line = "") => /^# [A-Z][A-Z0-9_]*=/.test(line);
  const unexplainedLines = lines.filter(
    (line, index) =>
      isVariable(line) && (isVariable(lines[index - 1]) || !lines[index - 1]?.startsWith("# ")),
  );
  expect(unexplainedLines).toEqual([]);
});
