import { Cron } from "croner";
import { beforeAll, describe, expect, it } from "vitest";
import { type Job, readJobs, runJob } from "../../local/schedule.ts";
import { endpoints, facts, sql } from "./stack.ts";

let jobs: readonly Job[];
beforeAll(async () => {
  jobs = await readJobs(sql);
});

describe("scheduled jobs", () => {
  it("each have a schedule and call an endpoint that the service may call", () => {
    expect(jobs.length).toBeGreaterThan(3);
    const servicePaths = endpoints.flatMap(([, { method, path, access }]) =>
      method === "POST" && access === "service" ? [path as string] : [],
    );
    // The path of an endpoint with its own function starts with the function's name instead of /api.
    const toEndpointPath = (functionPath: string) =>
      functionPath.replace(/^\/[\w-]+(?=\/[\w-]+)/, (prefix) =>
        prefix === "/api" ? prefix : "/api",
      );
    for (const { name, schedule, functionPath } of jobs) {
      expect(new Cron(schedule, { paused: true }).nextRun(), name).toBeInstanceOf(Date);
      if (functionPath !== null) expect(servicePaths, name).toContain(toEndpointPath(functionPath));
    }
  });

  it("run, and are refused without the secret key", async () => {
    for (const job of jobs) {
      await runJob(sql, facts, job);
      if (job.functionPath === null) continue;
      const refusedRun = runJob(sql, { ...facts, secretKey: facts.publishableKey }, job);
      await expect(refusedRun).rejects.toThrow("returned 401");
    }
  });
});
