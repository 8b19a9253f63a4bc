import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Check, runCheck } from "../../local/deployment/check.ts";
import { checks } from "../../local/deployment/checks.ts";
import { DeploymentClient } from "../../local/deployment/deployment.ts";
import { faultCases } from "./deployment-faults.ts";
import { nightlyPlants } from "./deployment-plants.ts";
import { closeServers } from "../deployment/servers.ts";
import {
  checkWithFaults,
  type Exchange,
  type Faults,
  SITE_KEY,
  startFaultyProxy,
} from "./faulty-deployment.ts";
import { createRandomGenerator, firstSeed } from "../random.ts";
import { NIGHTLY } from "../results.ts";
import {
  configurationFault,
  replacedTextFault,
  respond,
  responseFault,
} from "./response-faults.ts";
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
      { name: "plain HTTP", state: "skipped", detail: "skipped: the site isn't on HTTPS" },
    ]);
    expect(results.length).toBeGreaterThanOrEqual(25);
  });

  const findOwnFailures = (faults: Faults, linePattern: RegExp) => {
    const isOwnCheck = ({ name }: Check) => linePattern.source.startsWith(`^${name}: `);
    return findFailures(faults, checks.filter(isOwnCheck));
  };

  it.each(faultCases)("reports a fault and says what to do: %s", async (_, faults, linePattern) => {
    expect(await findOwnFailures(faults, linePattern)).toEqual([
      expect.stringMatching(linePattern),
    ]);
  });

  it.each(nightlyPlants)(
    "also reports a fault of the same kind: %s",
    { tags: [NIGHTLY] },
    async (_, faults, linePattern) => {
      expect(await findOwnFailures(faults, linePattern)).toEqual([
        expect.stringMatching(linePattern),
      ]);
    },
  );

  // Each run looks at other faults, because all checks of all faults would take half an hour.
  const random = createRandomGenerator(firstSeed);
  const someFaultCases = [...faultCases, ...nightlyPlants]
    .map((faultCase) => ({ faultCase, order: random() }))
    .toSorted((one, other) => one.order - other.order)
    .slice(0, 25)
    .map(({ faultCase }) => faultCase);

  it.each(someFaultCases)(
    "reports a fault in one line, or in two if it breaks two things: %s",
    { tags: [NIGHTLY] },
    async (_, faults, linePattern) => {
      const failures = await findFailures(faults);
      expect(failures).toContainEqual(expect.stringMatching(linePattern));
      expect(failures.slice(2)).toEqual([]);
    },
  );

  it("has a fault case for each line", () => {
    const testedNames = faultCases.map(([, , linePattern]) => linePattern.source);
    const untestedNames = checks
      .map(({ name }) => name)
      .filter((name) => !testedNames.some((source) => source.startsWith(`^${name}: `)));
    // These lines of the report have separate tests, because the embedded stack has no domain.
    expect(untestedNames).toEqual(["www and the bare domain", "plain HTTP"]);
  });

  describe("www and the bare domain", () => {
    const checkDomain = async (
      site: string,
      redirects: Readonly<Record<string, string>>,
      checkName = "www and the bare domain",
    ) => {
      const requestedUrls: string[] = [];
      const fakeFetch = (input: Parameters<typeof fetch>[0]) => {
        const url = input as string;
        requestedUrls.push(url);
        const location = redirects[url];
        const init = location === undefined ? {} : { status: 301, headers: { location } };
        return Promise.resolve(new Response(null, init));
      };
      const check = checks.find(({ name }) => name === checkName)!;
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

    it("fails for plain HTTP unless each page leads to the same page on HTTPS", async () => {
      const site = "https://example.org";
      const check = (location: string) =>
        checkDomain(site, { "http://example.org/donate": location }, "plain HTTP");
      expect(await check(`${site}/donate`)).toMatchObject({ state: "ok" });
      expect(await check(`${site}/`)).toMatchObject({ state: "failed" });
      expect(await checkDomain(site, {}, "plain HTTP")).toMatchObject({ state: "failed" });
    });

    it("fails if the variant serves the site a second time or leads elsewhere", async () => {
      const site = "https://www.example.org";
      expect(await checkDomain(site, {})).toMatchObject({
        state: "failed",
        detail: expect.stringContaining(
          "Add this domain at the CDN, and redirect each of its pages",
        ),
      });
      expect(await checkDomain(site, { "https://example.org/donate": `${site}/` })).toMatchObject({
        state: "failed",
        detail: expect.stringContaining("redirect each of its pages to the same page"),
      });
      const redirects = { "https://example.org/donate": "https://parked.example/" };
      expect(await checkDomain(site, redirects)).toMatchObject({
        state: "failed",
        detail: expect.stringContaining("leads to https://parked.example/"),
      });
    });
  });

  describe("a captcha that a setting says is off", () => {
    const parts = {
      functions: configurationFault('"captcha":true', '"captcha":false').site!,
      site: replacedTextFault("/assets/", SITE_KEY, ""),
      auth: responseFault("/auth/v1/", (exchange) => {
        if (exchange.method === "POST") respond(exchange, 200, "{}");
      }),
      setting: configurationFault('"noCaptcha":false', '"noCaptcha":true').site!,
    };
    const captchaChecks = checks.filter(({ name }) =>
      ["captcha on the site", "direct Auth endpoints", "Auth: captcha"].includes(name),
    );
    /** Checks a deployment where only these parts have a captcha. */
    const checkCaptcha = (partsWithCaptcha: readonly string[], isSaidOff = true) => {
      const faults = Object.entries(parts).filter(
        ([part]) => !partsWithCaptcha.includes(part) && (part !== "setting" || isSaidOff),
      );
      const changeSite = (exchange: Exchange) => {
        for (const [part, { changeResponse }] of faults) {
          if (part !== "auth") changeResponse?.(exchange);
        }
      };
      return checkWithFaults(
        {
          site: { changeResponse: changeSite },
          changesScripts: true,
          ...(partsWithCaptcha.includes("auth")
            ? {}
            : { project: parts.auth, settings: { security_captcha_enabled: false } }),
        },
        captchaChecks,
      );
    };

    it("is a note, and a failure if no setting says so", async () => {
      const notes = await checkCaptcha([]);
      expect(notes.map(({ state }) => state)).toEqual(["ok", "ok", "ok"]);
      for (const { detail } of notes) expect(detail).toContain("as CAPTCHA says");
      const failures = await checkCaptcha([], false);
      expect(failures.map(({ state }) => state)).toEqual(["failed", "failed", "failed"]);
    });

    it.each([["functions"], ["site"], ["auth"]])(
      "is a failure if %s has one all the same",
      { tags: [NIGHTLY] },
      async (part) => {
        const states = (await checkCaptcha([part])).map(({ state }) => state);
        expect(states).toContain("failed");
      },
    );
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
      "-       plain HTTP: skipped: the site isn't on HTTPS",
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
