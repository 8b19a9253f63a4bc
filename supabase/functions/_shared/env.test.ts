import { expect, test } from "vitest";
import { parseEnvironment } from "./env.ts";

const needed = {
  SUPABASE_URL: "http://localhost",
  SUPABASE_ANON_KEY: "anon",
  SUPABASE_SERVICE_ROLE_KEY: "service",
  SUPABASE_DB_URL: "postgresql://localhost/postgres",
  SITE_URL: "http://localhost",
  HASH_SECRET: "a secret of more than thirty-two letters",
};

test("DON-11: a deployment that says nothing else simulates a payment for 2000 ms", () => {
  expect(parseEnvironment(needed).DEMO_PAYMENT_DELAY_MS).toBe(2000);
});
