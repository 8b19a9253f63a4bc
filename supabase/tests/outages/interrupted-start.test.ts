/** @module-tag nightly */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { removeDatabase, testDataPrefix } from "../../local/database/leftovers.ts";
import { findFreePort } from "../../local/machine/ports.ts";

/** Starts a stack with npm. Its output grows as long as it runs. */
async function startWithNpm(dataDir: string) {
  const webUrl = `http://localhost:${await findFreePort()}`;
  const npm = spawn("npm", ["start"], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      WEB_PORT: new URL(webUrl).port,
      API_PORT: String(await findFreePort()),
    },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const started = { npm, webUrl, output: "", exitPromise: once(npm, "exit") };
  for (const stream of [npm.stdout, npm.stderr])
    stream.on("data", (chunk: Buffer) => (started.output += chunk.toString()));
  const waitFor = async (condition: () => unknown) => {
    while (!(await condition())) {
      if (npm.exitCode !== null) throw new Error(started.output);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return Object.assign(started, { waitFor });
}

describe("SIGINT during the first start", () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), testDataPrefix));
  });
  afterEach(async () => {
    await removeDatabase(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  });

  it("says so without a stack trace, and the next start has every picture", async () => {
    const interrupted = await startWithNpm(dataDir);
    await interrupted.waitFor(() => interrupted.output.includes("Loaded the sample data"));
    interrupted.npm.kill("SIGINT");
    const [code] = (await interrupted.exitPromise) as [number | null];
    expect([code, interrupted.output]).toEqual([0, expect.not.stringMatching(/^\s+at |Error/m)]);
    expect(interrupted.output).toMatch(/Stopped while starting\. The next start continues\.\s*$/);

    const next = await startWithNpm(dataDir);
    await next.waitFor(() => next.output.includes("Ready:"));
    const html = await (await fetch(next.webUrl)).text();
    const pictures = new Set(Array.from(html.matchAll(/\/images\/[\w/-]+/g), ([url]) => url));
    expect(pictures.size).toBeGreaterThan(5);
    for (const picture of pictures)
      expect((await fetch(next.webUrl + picture)).status, picture).toBe(200);
    next.npm.kill("SIGINT");
    await next.exitPromise;
  });
});
