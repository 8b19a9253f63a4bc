import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

interface LockedPackage {
  readonly integrity?: string;
  /** True if the package is bundled in the archive of its parent package, which has the hash. */
  readonly inBundle?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

type LockedPackages = Readonly<Record<string, LockedPackage>>;

const readPackages = (file: string): LockedPackages =>
  (JSON.parse(readFileSync(file, "utf8")) as { packages: LockedPackages }).packages;

const isLocked = (packages: LockedPackages, parent: string, name: string): boolean => {
  for (let folder = parent; ; folder = folder.replace(/\/?node_modules\/(?:@[^/]+\/)?[^/]+$/, "")) {
    const prefix = folder === "" ? "" : `${folder}/`;
    if (packages[`${prefix}node_modules/${name}`] !== undefined) return true;
    if (folder === "") return false;
  }
};

/**
 * npm locks only the platform packages that the current registry offers, and `npm ci` then fails on the other
 * platforms. If a tool fails here, use a version of it that is published for every platform.
 */
describe.each(["package-lock.json", "supabase/tests/bench/lighthouse/package-lock.json"])(
  "threat 37: %s",
  (file) => {
    const allPackages = readPackages(file);

    it("contains the packages of every platform", () => {
      const missingPackages = Object.entries(allPackages).flatMap(
        ([parent, { optionalDependencies = {} }]) =>
          Object.keys(optionalDependencies).filter((name) => !isLocked(allPackages, parent, name)),
      );
      expect(missingPackages).toEqual([]);
    });

    it("has the hash of every archive", () => {
      const { "": _project, ...packages } = allPackages;
      const packagesWithoutHash = Object.entries(packages).filter(
        ([, { integrity, inBundle }]) => inBundle !== true && !integrity?.startsWith("sha512-"),
      );
      expect(packagesWithoutHash.map(([name]) => name)).toEqual([]);
    });
  },
);
