import { Problem } from "../local/machine/problem.ts";

const UNRELEASED = /^## Unreleased\n([\s\S]*?)(?=^## |$(?![\s\S]))/m;

/** Moves the changes under Unreleased to a heading for the version. */
export function moveUnreleasedChanges(changelog: string, version: string, day: string): string {
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
