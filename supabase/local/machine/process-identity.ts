import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Identifies a process beyond its pid, because pids are reused. */
export interface ProcessIdentity {
  /** Start time, in a format that depends on the system. */
  readonly startedAt: string;
  readonly command: string;
}

/**
 * Reads the state and the start time, fields 3 and 22. Field 2, a name in parentheses, may contain anything, so skip
 * past it.
 */
function readFromProc(pid: number): ProcessIdentity | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (fields[0] === "Z") return undefined;
  const bootId = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  return { startedAt: `${bootId}:${fields[19]}`, command };
}

function readFromPs(pid: number): ProcessIdentity | undefined {
  const readField = (field: string) =>
    execFileSync("ps", ["-ww", "-o", `${field}=`, "-p", String(pid)], {
      encoding: "utf8",
      env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  return { startedAt: readField("lstart"), command: readField("command") };
}

/** Returns the process that has this pid now, or undefined if there is none that this user can see. */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  if (!Number.isInteger(pid) || pid < 1) return undefined;
  try {
    return process.platform === "linux" ? readFromProc(pid) : readFromPs(pid);
  } catch {
    return undefined;
  }
}
