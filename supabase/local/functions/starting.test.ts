import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { denoBinary } from "../machine/binaries.ts";
import { findFreePort } from "../machine/ports.ts";
import { denoArguments, functionsFolder } from "./functions.ts";

const currentKeys = {
  SUPABASE_PUBLISHABLE_KEYS: '{"default":"sb_publishable_1"}',
  SUPABASE_SECRET_KEYS: '{"default":"sb_secret_1"}',
};
const legacyKeys = {
  SUPABASE_ANON_KEY: "legacy-anon",
  SUPABASE_SERVICE_ROLE_KEY: "legacy-service",
};

/** Starts a function with variables as on hosted Supabase. Returns its first response, if any, and its error output. */
async function startFunction(keys: Record<string, string>) {
  const port = await findFreePort();
  const environment = {
    ...keys,
    SUPABASE_URL: "http://127.0.0.1:9",
    SUPABASE_DB_URL: "postgresql://127.0.0.1:9/postgres",
    SITE_URL: "http://127.0.0.1:9",
    HASH_SECRET: "h".repeat(32),
  };
  const options = { folder: functionsFolder, environment, isWatching: false };
  const child = spawn(denoBinary(), denoArguments(options, "zip-lookup", port), {
    env: {
      ...environment,
      DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
      DENO_NO_UPDATE_CHECK: "1",
      HOME: process.env.HOME,
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const exitPromise = once(child, "exit").then(() => undefined);
  const sendRequest = async () => {
    while (child.exitCode === null) {
      const response = await fetch(`http://127.0.0.1:${port}/zip-lookup/zip-lookup/76102`).catch(
        () => undefined,
      );
      if (response !== undefined) return response.json();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return undefined;
  };
  const responseBody: unknown = await Promise.race([sendRequest(), exitPromise]);
  child.kill("SIGKILL");
  await exitPromise;
  return { responseBody, output };
}

it.each([
  ["only the current key names", currentKeys],
  ["only the legacy key names", legacyKeys],
])("a function starts with %s", { timeout: 30_000 }, async (_, keys) => {
  expect((await startFunction(keys)).responseBody).toEqual({ city: "Fort Worth", state: "TX" });
});

it(
  "a function without keys doesn't start and says which ones are missing",
  { timeout: 30_000 },
  async () => {
    const { responseBody, output } = await startFunction({});
    expect(responseBody).toBeUndefined();
    expect(output).toContain(
      "Neither SUPABASE_SECRET_KEYS nor SUPABASE_SERVICE_ROLE_KEY (legacy keys) is set",
    );
  },
);
