import { expect, it } from "vitest";
import { spawnFunction } from "../../tests/function-process.ts";

const currentKeys = {
  SUPABASE_PUBLISHABLE_KEYS: '{"default":"sb_publishable_1"}',
  SUPABASE_SECRET_KEYS: '{"default":"sb_secret_1"}',
};
const legacyKeys = {
  SUPABASE_ANON_KEY: "legacy-anon",
  SUPABASE_SERVICE_ROLE_KEY: "legacy-service",
};

const environment = {
  SUPABASE_URL: "http://127.0.0.1:9",
  SUPABASE_DB_URL: "postgresql://127.0.0.1:9/postgres",
  SITE_URL: "http://127.0.0.1:9",
  HASH_SECRET: "h".repeat(32),
};

it.each([
  ["only the current key names", currentKeys],
  ["only the legacy key names", legacyKeys],
])("a function starts with %s", { timeout: 30_000 }, async (_, keys) => {
  const process = await spawnFunction("zip-lookup", { ...environment, ...keys });
  const response = await fetch(`${process.url}/zip-lookup/76102`, { method: "DELETE" });
  expect(await response.json()).toMatchObject({ code: "method_not_allowed" });
  await process.stop();
});

it(
  "a function without keys doesn't start and says which ones are missing",
  { timeout: 30_000 },
  async () => {
    await expect(spawnFunction("zip-lookup", environment)).rejects.toThrow(
      "Neither SUPABASE_SECRET_KEYS nor SUPABASE_SERVICE_ROLE_KEY (legacy keys) is set",
    );
  },
);
