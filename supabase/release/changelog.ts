import { Problem } from "../local/machine/problem.ts";

const UNRELEASED = /^## Unreleased\n([\s\S]*?)(?=^## |$(?![\s\S]))/m;

/** Gives the changes under Unreleased the heading of a version, and leaves Unreleased empty. */
export function releaseChanges(changelog: string, version: string, day: string): string {
  const [, changes] = UNRELEASED.exec(changelog) ?? [];
  if (changes === undefined) throw new Problem("docs/changelog.md has no heading `## Unreleased`.");
  if (changes.trim() === "") {
    throw new Problem(
      "docs/changelog.md lists nothing under `## Unreleased`. Say there what has changed for the people who run a site.",
    );
  }
  return changelog
    .replace(UNRELEASED, () => `## Unreleased\n\n## ${version} - ${day}\n\n${changes.trim()}\n\n`)
    .replace(/\n+$/, "\n");
}
