import { expect, test } from "vitest";
import { parseEnv } from "./env.ts";

test("names each missing variable in a sentence", () => {
  expect(() => parseEnv({ VITE_SUPABASE_URL: "" })).toThrow(
    /VITE_SUPABASE_URL is not set .* VITE_SUPABASE_PUBLISHABLE_KEY is not set/,
  );
});

test("strips a trailing slash from the Supabase URL", () => {
  expect(
    parseEnv({ VITE_SUPABASE_URL: "https://a.example/", VITE_SUPABASE_PUBLISHABLE_KEY: "key" }),
  ).toEqual({ supabaseUrl: "https://a.example", supabasePublishableKey: "key" });
});
