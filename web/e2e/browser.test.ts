import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { unpackedBrowser } from "./browser.ts";

const shared = mkdtempSync(path.join(tmpdir(), "shared-"));
const { TMPDIR } = process.env;

afterAll(() => {
  if (TMPDIR === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = TMPDIR;
  rmSync(shared, { recursive: true, force: true });
});

it.runIf(process.platform === "linux" && process.arch === "x64")(
  "unpacks the test browser into the clone, never into a folder shared by all users",
  async () => {
    const planted = path.join(shared, "chromium");
    writeFileSync(planted, "#!/bin/sh\n");
    chmodSync(planted, 0o755);
    process.env["TMPDIR"] = shared;
    const folder = path.join(shared, "clone/browser");
    const binary = await unpackedBrowser(folder);
    expect(binary).toBe(path.join(folder, "chromium"));
    expect(statSync(binary).size).toBeGreaterThan(50_000_000);
    expect(existsSync(path.join(folder, "fonts"))).toBe(true);
    expect(process.env["TMPDIR"]).toBe(shared);
    expect(await unpackedBrowser(folder)).toBe(binary);
  },
);
