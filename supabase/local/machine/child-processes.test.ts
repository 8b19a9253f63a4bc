import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
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

it("insists when a child ignores the polite signal", async () => {
  const children = new ChildProcesses();
  const script = "trap '' TERM; echo ready; while :; do sleep 0.1; done";
  const child = children.start("sh", ["-c", script], { stdio: ["ignore", "pipe", "ignore"] });
  await new Promise((resolve) => child.stdout?.once("data", resolve));
  await children.stop(child, "SIGTERM", 200);
  expect(child.signalCode).toBe("SIGKILL");
  await children.close();
});

it("leaves no child behind when the parent is killed", async () => {
  const module = fileURLToPath(new URL("child-processes.ts", import.meta.url));
  const script = `
    import { ChildProcesses } from ${JSON.stringify(module)};
    const child = new ChildProcesses().start("sleep", ["60"], { stdio: "ignore" });
    console.log(child.pid);
    setInterval(() => undefined, 1000);
  `;
  const parent = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const pid = await new Promise<number>((resolve) =>
    parent.stdout.once("data", (chunk: Buffer) => resolve(Number(chunk.toString()))),
  );
  expect(isAlive(pid)).toBe(true);
  parent.kill("SIGKILL");
  expect(await waitUntilGone(pid)).toBe(true);
});
