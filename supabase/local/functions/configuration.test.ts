import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { functionsFolder, listFunctions } from "./functions.ts";

/**
 * Hosted Supabase refuses callers without a token unless config.toml sets `verify_jwt = false` for the function, and
 * without an entry point it would deploy the source instead of the bundle.
 */
it("config.toml lists exactly the existing functions, all with verify_jwt off and their bundle", async () => {
  const config = await readFile(new URL("../../config.toml", import.meta.url), "utf8");
  const configuredFunctions = [
    ...config.matchAll(
      /^\[functions\.([\w-]+)\]\nverify_jwt = false\nentrypoint = "\.\/functions\/dist\/\1\/index\.js"$/gm,
    ),
  ];
  const names = configuredFunctions.map((match) => match[1]!);
  expect(names.toSorted()).toEqual(await listFunctions(functionsFolder));
});
