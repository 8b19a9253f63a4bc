import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Numbers of processes are used again, so a number written down yesterday says nothing about a process of today. */
export interface ProcessIdentity {
  /** When it began, in whatever words this system has for it. */
  readonly startedAt: string;
  readonly command: string;
}

/** The state is the third field, the start the twenty-second; the second, a name in brackets, may hold anything. */
function fromProc(pid: number): ProcessIdentity | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (fields[0] === "Z") return undefined;
  const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  return { startedAt: `${boot}:${fields[19]}`, command };
}

function fromPs(pid: number): ProcessIdentity | undefined {
  const ask = (field: string) =>
    execFileSync("ps", ["-ww", "-o", `${field}=`, "-p", String(pid)], {
      encoding: "utf8",
      env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  return { startedAt: ask("lstart"), command: ask("command") };
}

/** The process that has the number now; undefined where none has it that this user may see. */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  if (!Number.isInteger(pid) || pid < 1) return undefined;
  try {
    return process.platform === "linux" ? fromProc(pid) : fromPs(pid);
  } catch {
    return undefined;
  }
}
