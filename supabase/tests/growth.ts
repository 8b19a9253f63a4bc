import { readFileSync, writeFileSync } from "node:fs";
import { computeMedian } from "./bench/compute-median.ts";
import { readFileSeconds } from "./results.ts";

type FileSeconds = Readonly<Record<string, number>>;

/** How long the test files took in the run with `npm test -- --record-seconds` that the others are compared with. */
const RECORD = "supabase/tests/file-seconds.json";

/** The times of shorter files vary too much to compare. */
const MIN_SECONDS = 3;
const MAX_GROWTH = 1.7;
const MIN_ADDED_SECONDS = 5;

export interface GrownFile {
  readonly file: string;
  /** How long it took in the recorded run, at the speed of this run. 0 for a new file. */
  readonly expected: number;
  readonly seconds: number;
}

/**
 * Returns the files that take much longer than in the recorded run, longest first. Machines differ, so the median of all
 * files says how fast this one is.
 */
export function findGrownFiles(recorded: FileSeconds, current: FileSeconds): readonly GrownFile[] {
  const ratios = Object.entries(current).flatMap(([file, seconds]) => {
    const recordedSeconds = recorded[file];
    return recordedSeconds === undefined ? [] : [seconds / recordedSeconds];
  });
  const speed = ratios.length === 0 ? 1 : computeMedian(ratios);
  return Object.entries(current)
    .map(([file, seconds]) => ({ file, seconds, expected: (recorded[file] ?? 0) * speed }))
    .filter(
      ({ file, seconds, expected }) =>
        seconds > Math.max(expected, file in recorded ? 0 : MIN_SECONDS * speed) * MAX_GROWTH &&
        seconds - expected > MIN_ADDED_SECONDS * speed,
    )
    .toSorted((a, b) => b.seconds - a.seconds);
}

export function recordSeconds(): void {
  const rows = Object.entries(readFileSeconds())
    .filter(([, seconds]) => seconds >= MIN_SECONDS)
    .map(([file, seconds]) => [file, Math.round(seconds)] as const)
    .toSorted(([a], [b]) => a.localeCompare(b));
  writeFileSync(RECORD, `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`);
}

/** Prints which test files grew, so that a change that makes `npm test` slower says so itself. */
export function printGrowth(): void {
  const recorded = JSON.parse(readFileSync(RECORD, "utf8")) as FileSeconds;
  for (const { file, expected, seconds } of findGrownFiles(recorded, readFileSeconds())) {
    console.log(
      `Grew: ${file} takes ${seconds.toFixed(0)} s (${expected > 0 ? `${expected.toFixed(0)} s before` : "new"})`,
    );
  }
}
