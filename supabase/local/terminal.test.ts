import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { explainFileError } from "./machine/problem.ts";

const launcher = fileURLToPath(new URL("launch.mjs", import.meta.url));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "terminal-"));
  await writeFile(path.join(folder, "file"), "");
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs `npm start` until it fails. Returns its error output and exit code. */
async function runFailingStart(environment: Record<string, string>) {
  const child = spawn(process.execPath, [launcher, "start"], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  return { output: output.trim(), code };
}

describe("a failed start", () => {
  it.each([
    [
      "the same port for both",
      { WEB_PORT: "4999", API_PORT: "4999" },
      /^WEB_PORT and API_PORT are both 4999\./,
    ],
    ["a padded port", { WEB_PORT: "04173" }, /^WEB_PORT must be a port number .* not "04173"\.$/],
    [
      "a hexadecimal port",
      { API_PORT: "0x1234" },
      /^API_PORT must be a port number .* not "0x1234"\.$/,
    ],
    [
      "a file as DATA_DIR",
      { DATA_DIR: "file" },
      /file: There's a file where a folder should be\. Choose another/,
    ],
    [
      "a folder in a file",
      { DATA_DIR: "file/data" },
      /data: There's a file where a folder should be\. Choose another/,
    ],
  ])(
    "with %s prints one line and exits with code 1",
    { timeout: 30_000 },
    async (_, environment: Record<string, string>, pattern) => {
      const dataDir = path.join(folder, environment.DATA_DIR ?? "data");
      const { output, code } = await runFailingStart({ ...environment, DATA_DIR: dataDir });
      expect(output).toMatch(pattern);
      expect(output.split("\n")).toHaveLength(1);
      expect(code).toBe(1);
    },
  );

  it.each([
    ["ENOSPC", "The disk is full"],
    ["EDQUOT", "You've used up your disk quota"],
    ["EROFS", "This location is read-only"],
    ["EACCES", "You don't have permission to write here"],
  ])("is explained with the path if the error is %s", (code, message) => {
    const fileError = Object.assign(new Error(`${code}: no`), { code, path: "/data/keys.json" });
    expect(explainFileError(fileError)).toContain(`/data/keys.json: ${message}`);
  });

  it("is explained if the disk is full and the error has no path, or if a folder can't be created", () => {
    const diskFullError = Object.assign(new Error("no"), { code: "ENOSPC", syscall: "write" });
    expect(explainFileError(diskFullError)).toBe(
      "The disk is full. Free up some space, then start again.",
    );
    const missingFolderError = { code: "ENOENT", path: "/sealed/data" };
    expect(
      explainFileError(Object.assign(new Error("no"), { ...missingFolderError, syscall: "mkdir" })),
    ).toContain("/sealed/data: This location is read-only.");
    expect(
      explainFileError(Object.assign(new Error("no"), { ...missingFolderError, syscall: "open" })),
    ).toBe(undefined);
  });

  it("isn't explained if the error is unexpected", () => {
    expect(explainFileError(new Error("a mistake of ours"))).toBeUndefined();
  });
});
