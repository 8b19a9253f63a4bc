import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

interface LockedPackage {
  readonly integrity?: string;
  /** True if the package is bundled in the archive of its parent package, which has the hash. */
  readonly inBundle?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  packages: Readonly<Record<string, LockedPackage>>;
};

const isLocked = (parent: string, name: string): boolean => {
  for (let folder = parent; ; folder = folder.replace(/\/?node_modules\/(?:@[^/]+\/)?[^/]+$/, "")) {
    const prefix = folder === "" ? "" : `${folder}/`;
    if (lock.packages[`${prefix}node_modules/${name}`] !== undefined) return true;
    if (folder === "") return false;
  }
};

/**
 * npm locks only the platform packages that the current registry offers, and `npm ci` then fails on the other
 * platforms. If a tool fails here, use a version of it that is published for every platform.
 */
describe("threat 37: the lock file", () => {
  it("contains the packages of every platform", () => {
    const missingPackages = Object.entries(lock.packages).flatMap(
      ([parent, { optionalDependencies = {} }]) =>
        Object.keys(optionalDependencies).filter((name) => !isLocked(parent, name)),
    );
    expect(missingPackages).toEqual([]);
  });

  it("has the hash of every archive", () => {
    const { "": _project, ...packages } = lock.packages;
    const packagesWithoutHash = Object.entries(packages).filter(
      ([, { integrity, inBundle }]) => inBundle !== true && !integrity?.startsWith("sha512-"),
    );
    expect(packagesWithoutHash.map(([name]) => name)).toEqual([]);
  });
});
