import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, it, vi } from "vitest";
import { ChildProcesses } from "./child-processes.ts";

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function waitUntilGone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 100 && isAlive(pid); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return !isAlive(pid);
}

it("a child that ignores the first signal is killed", async () => {
  const children = new ChildProcesses();
  const script = "trap '' TERM; echo ready; while :; do sleep 0.1; done";
  const child = children.start("sh", ["-c", script], { stdio: ["ignore", "pipe", "ignore"] });
  await new Promise((resolve) => child.stdout?.once("data", resolve));
  await children.stop(child, "SIGTERM", 200);
  expect(child.signalCode).toBe("SIGKILL");
  await children.close();
});

/** Starts a process that starts a child and then prints a line every 50 ms. Returns the process and the child's pid. */
async function startParent(): Promise<{ parent: ChildProcess; pid: number }> {
  const modulePath = fileURLToPath(new URL("child-processes.ts", import.meta.url));
  const script = `
    import { ChildProcesses } from ${JSON.stringify(modulePath)};
    const child = new ChildProcesses().start("sleep", ["60"], { stdio: "ignore" });
    console.log(child.pid);
    setInterval(() => console.log("running"), 50);
  `;
  const parent = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const pid = await new Promise<number>((resolve) =>
    parent.stdout.once("data", (chunk: Buffer) => resolve(Number.parseInt(chunk.toString(), 10))),
  );
  return { parent, pid };
}

it("no child is left behind when the parent is killed", async () => {
  const { parent, pid } = await startParent();
  expect(isAlive(pid)).toBe(true);
  parent.kill("SIGKILL");
  expect(await waitUntilGone(pid)).toBe(true);
});

/** Returns the pids of the parent's shells, all of which are reapers. */
const listReaperPids = (parent: ChildProcess): number[] =>
  execFileSync("ps", ["-A", "-o", "pid=,ppid=,comm="], { encoding: "utf8" })
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, ppid, command]) => Number(ppid) === parent.pid && /(^|\/)sh$/.test(command ?? ""))
    .map(([pid]) => Number(pid));

it("no child is left behind when the reaper is killed before the parent", async () => {
  const { parent, pid } = await startParent();
  const [firstReaperPid] = listReaperPids(parent);
  process.kill(firstReaperPid!, "SIGKILL");
  await vi.waitUntil(
    () => listReaperPids(parent).some((reaperPid) => reaperPid !== firstReaperPid),
    10_000,
  );
  // The parent may have started the new reaper before sending it the child's pid. Once the parent prints again, it has
  // sent the pid. The first output may be older than the new reaper, so wait for the second.
  await once(parent.stdout!, "data");
  await once(parent.stdout!, "data");
  expect(isAlive(pid)).toBe(true);
  parent.kill("SIGKILL");
  expect(await waitUntilGone(pid)).toBe(true);
});
