import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  completed,
  type LockFile,
  missingPlatformPackages,
  platformOf,
} from "../lock-file/complete.ts";

describe("the lock file", () => {
  it("holds the packages of every platform (`npm run lock` writes them)", () => {
    const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as LockFile;
    expect(Object.keys(missingPlatformPackages(lock))).toEqual([]);
  });

  it.each([
    ["@deno/darwin-arm64", { os: ["darwin"], cpu: ["arm64"] }],
    ["@deno/linux-arm64-glibc", { os: ["linux"], cpu: ["arm64"] }],
    ["@oxlint/binding-linux-x64-musl", { os: ["linux"], cpu: ["x64"], libc: ["musl"] }],
    ["@supabase/cli-windows-x64", { os: ["win32"], cpu: ["x64"] }],
    ["@tailwindcss/oxide-wasm32-wasi", { cpu: ["wasm32"] }],
  ])("%s runs where its name says", (name, platform) => {
    expect(platformOf(name)).toEqual(platform);
  });

  it("is completed with exact versions, and only with what is missing", () => {
    const lock: LockFile = {
      packages: {
        "node_modules/tool": {
          dev: true,
          optionalDependencies: { "tool-darwin-x64": "^2.1.0", "tool-linux-x64": "2.1.0" },
        },
        "node_modules/tool/node_modules/tool-linux-x64": { version: "2.1.0" },
      },
    };
    expect(missingPlatformPackages(lock)).toEqual({
      "node_modules/tool-darwin-x64": {
        version: "2.1.0",
        os: ["darwin"],
        cpu: ["x64"],
        dev: true,
        optional: true,
      },
    });
    expect(missingPlatformPackages(completed(lock))).toEqual({});
  });
});
