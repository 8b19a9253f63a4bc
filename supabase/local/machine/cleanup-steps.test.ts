import { expect, it } from "vitest";
import { CleanupSteps } from "./cleanup-steps.ts";

it("the steps of a failed start run in reverse order, and the original error is thrown", async () => {
  const executedSteps: string[] = [];
  const start = async () => {
    await using cleanup = new CleanupSteps();
    cleanup.add(() => executedSteps.push("first"));
    cleanup.add(() => Promise.reject(new Error("a step failed")));
    cleanup.add(() => {
      throw new Error("another step failed");
    });
    cleanup.add(() => executedSteps.push("last"));
    throw new Error("the start failed");
  };
  await expect(start()).rejects.toThrow("the start failed");
  expect(executedSteps).toEqual(["last", "first"]);
});

it("steps that an aborted start adds during and after the first pass also run", async () => {
  const executedSteps: string[] = [];
  const start = async () => {
    await using cleanup = new CleanupSteps();
    cleanup.add(() => executedSteps.push("lock"));
    cleanup.add(() => {
      executedSteps.push("database");
      cleanup.add(() => executedSteps.push("gateway"));
    });
    await cleanup.run();
    expect(executedSteps).toEqual(["database", "gateway", "lock"]);
    cleanup.add(() => executedSteps.push("site"));
  };
  await start();
  expect(executedSteps).toEqual(["database", "gateway", "lock", "site"]);
});

it("the steps of a finished start wait for the stack's `stop`, which runs them once", async () => {
  const executedSteps: string[] = [];
  const start = async () => {
    await using cleanup = new CleanupSteps();
    cleanup.add(() => executedSteps.push("lock"));
    return cleanup.handOver();
  };
  const stop = await start();
  expect(executedSteps).toEqual([]);
  await Promise.all([stop(), stop()]);
  expect(executedSteps).toEqual(["lock"]);
});
