import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Check, runCheck } from "../../local/deployment/check.ts";
import { checks } from "../../local/deployment/checks.ts";
import { DeploymentClient } from "../../local/deployment/deployment.ts";
import { faultCases } from "./deployment-faults.ts";
import { closeServers } from "../deployment/servers.ts";
import { checkWithFaults, type Faults, startFaultyProxy } from "./faulty-deployment.ts";
import { NIGHTLY } from "../results.ts";
import { facts, postponeEmails, sql } from "./stack.ts";

beforeEach(() => Promise.all([sql`update public.job_runs set ran_at = now()`, postponeEmails()]));
afterEach(() => closeServers());

const findFailures = async (faults: Faults, wantedChecks = checks) =>
  (await checkWithFaults(faults, wantedChecks))
    .filter(({ state }) => state === "failed")
    .map(({ name, detail }) => `${name}: ${detail}`);

describe("npm run check:deployment", () => {
  it("finds nothing wrong with the embedded stack and the parts that only a deployed project has", async () => {
    const results = await checkWithFaults({});
    expect(results.filter(({ state }) => state !== "ok")).toEqual([
      {
        name: "www and the bare domain",
        state: "skipped",
        detail: "skipped: 127.0.0.1 has no variant with or without www",
      },
    ]);
    expect(results.length).toBeGreaterThanOrEqual(25);
  });

  it.each(faultCases)("reports a fault and says what to do: %s", async (_, faults, linePattern) => {
    const isOwnCheck = ({ name }: Check) => linePattern.source.startsWith(`^${name}: `);
    expect(await findFailures(faults, checks.filter(isOwnCheck))).toEqual([
      expect.stringMatching(linePattern),
    ]);
  });

  it.each(faultCases)(
    "reports a fault in one line only: %s",
    { tags: [NIGHTLY] },
    async (_, faults, linePattern) => {
      expect(await findFailures(faults)).toEqual([expect.stringMatching(linePattern)]);
    },
  );

  it("has a fault case for each line", () => {
    const testedNames = faultCases.map(([, , linePattern]) => linePattern.source);
    const untestedNames = checks
      .map(({ name }) => name)
      .filter((name) => !testedNames.some((source) => source.startsWith(`^${name}: `)));
    // This line of the report has separate tests, because the embedded stack has no domain.
    expect(untestedNames).toEqual(["www and the bare domain"]);
  });

  describe("www and the bare domain", () => {
    const checkDomain = async (site: string, redirects: Readonly<Record<string, string>>) => {
      const requestedUrls: string[] = [];
      const fakeFetch = (input: Parameters<typeof fetch>[0]) => {
        const url = input as string;
        requestedUrls.push(url);
        const location = redirects[url];
        const init = location === undefined ? {} : { status: 301, headers: { location } };
        return Promise.resolve(new Response(null, init));
      };
      const check = checks.find(({ name }) => name === "www and the bare domain")!;
      const result = await runCheck(new DeploymentClient(site, undefined, {}, fakeFetch), check);
      return { ...result, requestedUrls };
    };

    it.each([
      ["https://www.example.org", "https://example.org"],
      ["https://example.org", "https://www.example.org"],
    ])("passes for %s if %s redirects there", async (site, variant) => {
      const redirects = { [`${variant}/donate`]: `${site}/donate` };
      expect(await checkDomain(site, redirects)).toMatchObject({
        state: "ok",
        requestedUrls: [`${variant}/donate`],
      });
    });

    it("fails if the variant serves the site a second time or leads elsewhere", async () => {
      const site = "https://www.example.org";
      expect(await checkDomain(site, {})).toMatchObject({
        state: "failed",
        detail: expect.stringContaining(`Add this domain at the CDN, and redirect it to ${site}`),
      });
      const redirects = { "https://example.org/donate": "https://parked.example/" };
      expect(await checkDomain(site, redirects)).toMatchObject({
        state: "failed",
        detail: expect.stringContaining("leads to https://parked.example/"),
      });
    });
  });

  const runCheckDeployment = async (...args: string[]) => {
    const { SUPABASE_ACCESS_TOKEN: _token, ...environment } = process.env;
    const child = spawn(
      process.execPath,
      ["supabase/local/launch.mjs", "check-deployment", ...args],
      { env: { ...environment, HEALTH_TOKEN: facts.healthToken } },
    );
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    }
    const [code] = (await once(child, "close")) as [number];
    return { code, lines: output.trim().split("\n") };
  };

  it("prints one line per check, writes nothing and reports success or failure by its exit code", async () => {
    const countRows = () => sql<[{ count: string }]>`select count(*) from public.rate_limits`;
    const [before] = await countRows();
    const projectUrl = await startFaultyProxy("project");
    const { code, lines } = await runCheckDeployment(await startFaultyProxy("site"), projectUrl);
    expect(lines.filter((line) => !line.startsWith("ok"))).toEqual([
      "-       www and the bare domain: skipped: 127.0.0.1 has no variant with or without www",
      ...checks
        .filter(({ name }) => name === "access token" || name.startsWith("Auth: "))
        .map(({ name }) => `-       ${name}: skipped: set SUPABASE_ACCESS_TOKEN to run this check`),
    ]);
    expect([code, lines.length]).toEqual([0, checks.length]);
    expect(lines).toContain("ok      payments (simulated: no donation is real)");
    expect((await countRows())[0]).toEqual(before);

    const [, faults] = faultCases.find(([name]) => name === "private pages are missing")!;
    const failedRun = await runCheckDeployment(await startFaultyProxy("site", faults.site));
    expect(failedRun.code).toBe(1);
    expect(failedRun.lines.join("\n")).toMatch(/FAILED {2}pages of the app: /);
    expect(await runCheckDeployment()).toMatchObject({
      code: 1,
      lines: [expect.stringContaining("Which site?")],
    });
  });
});
