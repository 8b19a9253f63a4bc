/** @module-tag nightly */
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { unpackBrowser } from "./browser.ts";

const sharedFolder = mkdtempSync(path.join(tmpdir(), "shared-"));
const { TMPDIR } = process.env;

afterAll(() => {
  if (TMPDIR === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = TMPDIR;
  rmSync(sharedFolder, { recursive: true, force: true });
});

it.runIf(process.platform === "linux" && process.arch === "x64")(
  "the test browser is unpacked into the clone, never into a folder shared by all users",
  async () => {
    const plantedProgram = path.join(sharedFolder, "chromium");
    writeFileSync(plantedProgram, "#!/bin/sh\n");
    chmodSync(plantedProgram, 0o755);
    process.env["TMPDIR"] = sharedFolder;
    const folder = path.join(sharedFolder, "clone/browser");
    const binary = await unpackBrowser(folder);
    expect(binary).toBe(path.join(folder, "chromium"));
    expect(statSync(binary).size).toBeGreaterThan(50_000_000);
    expect(existsSync(path.join(folder, "fonts"))).toBe(true);
    expect(process.env["TMPDIR"]).toBe(sharedFolder);
    expect(await unpackBrowser(folder)).toBe(binary);
  },
);
