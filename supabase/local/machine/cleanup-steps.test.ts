import { expect, it } from "vitest";
import { CleanupSteps } from "./cleanup-steps.ts";

it("runs the steps of a failed start in reverse order and throws the original error", async () => {
  const ran: string[] = [];
  const start = async () => {
    await using cleanup = new CleanupSteps();
    cleanup.add(() => ran.push("first"));
    cleanup.add(() => Promise.reject(new Error("a step failed")));
    cleanup.add(() => {
      throw new Error("another step failed");
    });
    cleanup.add(() => ran.push("last"));
    throw new Error("the start failed");
  };
  await expect(start()).rejects.toThrow("the start failed");
  expect(ran).toEqual(["last", "first"]);
});

it("runs steps that an aborted start adds during and after the first pass", async () => {
  const ran: string[] = [];
  const start = async () => {
    await using cleanup = new CleanupSteps();
    cleanup.add(() => ran.push("lock"));
    cleanup.add(() => {
      ran.push("database");
      cleanup.add(() => ran.push("gateway"));
    });
    await cleanup.run();
    expect(ran).toEqual(["database", "gateway", "lock"]);
    cleanup.add(() => ran.push("site"));
  };
  await start();
  expect(ran).toEqual(["database", "gateway", "lock", "site"]);
});

it("leaves the steps of a finished start to the stack's `stop`, which runs them once", async () => {
  const ran: string[] = [];
  const start = async () => {
    await using cleanup = new CleanupSteps();
    cleanup.add(() => ran.push("lock"));
    return cleanup.handOver();
  };
  const stop = await start();
  expect(ran).toEqual([]);
  await Promise.all([stop(), stop()]);
  expect(ran).toEqual(["lock"]);
});
