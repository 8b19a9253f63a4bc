import { Cron } from "croner";
import { beforeAll, describe, expect, it } from "vitest";
import { type Job, readJobs, runJob } from "../../local/schedule.ts";
import { entries, facts, sql } from "./stack.ts";

let jobs: readonly Job[];
beforeAll(async () => {
  jobs = await readJobs(sql);
});

describe("scheduled jobs", () => {
  it("each job has a schedule and calls an endpoint that the service may call", () => {
    expect(jobs.length).toBeGreaterThan(3);
    const servicePaths = entries.flatMap(([, { method, path, access }]) =>
      method === "POST" && access === "service" ? [path as string] : [],
    );
    // A separate function's path is the endpoint's without /api.
    const endpointPathOf = (functionPath: string) =>
      functionPath.replace(/^\/[\w-]+(?=\/[\w-]+)/, (prefix) =>
        prefix === "/api" ? prefix : "/api",
      );
    for (const { name, schedule, functionPath } of jobs) {
      expect(new Cron(schedule, { paused: true }).nextRun(), name).toBeInstanceOf(Date);
      if (functionPath !== null) expect(servicePaths, name).toContain(endpointPathOf(functionPath));
    }
  });

  it("each job runs, and is refused without the secret key", async () => {
    for (const job of jobs) {
      await runJob(sql, facts, job);
      if (job.functionPath === null) continue;
      const visitorRun = runJob(sql, { ...facts, secretKey: facts.publishableKey }, job);
      await expect(visitorRun).rejects.toThrow("returned 401");
    }
  });
});
