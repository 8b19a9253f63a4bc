import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

interface LockedPackage {
  readonly integrity?: string;
  /** It comes inside the archive of the package above it, which has the hash. */
  readonly inBundle?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  packages: Readonly<Record<string, LockedPackage>>;
};

const isThere = (parent: string, name: string): boolean => {
  for (let folder = parent; ; folder = folder.replace(/\/?node_modules\/(?:@[^/]+\/)?[^/]+$/, "")) {
    const prefix = folder === "" ? "" : `${folder}/`;
    if (lock.packages[`${prefix}node_modules/${name}`] !== undefined) return true;
    if (folder === "") return false;
  }
};

/**
 * npm locks only those platform packages that the registry in use offers, and `npm ci` refuses a lock file without the
 * others wherever they are offered. Where one fails here, the tool needs a version that is there for every platform.
 */
describe("the lock file (threats row 37)", () => {
  it("holds the packages of every platform", () => {
    const missing = Object.entries(lock.packages).flatMap(
      ([parent, { optionalDependencies = {} }]) =>
        Object.keys(optionalDependencies).filter((name) => !isThere(parent, name)),
    );
    expect(missing).toEqual([]);
  });

  it("knows the hash of every archive", () => {
    const { "": _project, ...packages } = lock.packages;
    const unknown = Object.entries(packages).filter(
      ([, { integrity, inBundle }]) => inBundle !== true && !integrity?.startsWith("sha512-"),
    );
    expect(unknown.map(([name]) => name)).toEqual([]);
  });
});
