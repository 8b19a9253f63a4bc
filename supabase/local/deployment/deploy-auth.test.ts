import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ManagementApi } from "../../tests/deployment/management-api.ts";
import { closeServers } from "../../tests/deployment/servers.ts";
import {
  ACCESS_TOKEN,
  PROJECT_REF,
  runManagementCli,
} from "../../tests/deployment/supabase-cli.ts";
import { isLongRun } from "../../tests/random.ts";
import { authChecks, readRecoveryEmail } from "./auth-checks.ts";
import { runCheck } from "./check.ts";
import { deployAuth, putBackSettings } from "./deploy-auth.ts";
import { DeploymentClient } from "./deployment.ts";
import { callManagement, type HostedProject } from "./management.ts";

const SITE = "https://www.example.org";
const SMTP = { smtp_host: "smtp.example.org", smtp_pass: "digest" };

const folders: string[] = [];
const createFolder = () => {
  const folder = mkdtempSync(path.join(tmpdir(), "care-packages-auth-"));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  closeServers();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const startProject = async (settings: Readonly<Record<string, unknown>>) => {
  const api = new ManagementApi({ settings });
  const managementUrl = await api.start();
  const project = { ref: PROJECT_REF, accessToken: ACCESS_TOKEN, managementUrl };
  const folder = createFolder();
  const deploy = async (pushConfig = () => Promise.resolve(), captchaSecret?: string) => {
    const lines: string[] = [];
    await deployAuth(project, {
      pushConfig,
      captchaSecret,
      folder,
      log: (line) => lines.push(line),
    });
    return lines;
  };
  const push = () => runManagementCli(managementUrl, ["config", "push"], { SITE_URL: SITE });
  return { api, project, folder, deploy, push };
};

const createClient = (project: HostedProject) =>
  new DeploymentClient(SITE, `https://${PROJECT_REF}.supabase.co`, project);

describe("npm run deploy:auth", () => {
  it("applies our settings to a new project, keeps the others, and says what it changed", async () => {
    const ownSettings = {
      password_min_length: 15,
      security_captcha_enabled: true,
      mailer_subjects_invite: "Our own invitation",
      rate_limit_verify: 150,
      rate_limit_email_sent: 5000,
    };
    const { api, project, folder, deploy, push } = await startProject({ ...SMTP, ...ownSettings });
    let output = "";
    const lines = await deploy(async () => {
      ({ output } = await push());
    });

    // The CLI says what it is about to overwrite.
    expect(output).toMatch(
      /auth\.rate_limit\.token_verifications \[update\]\n +local: +30\n +remote: 150/,
    );
    expect(api.settings).toMatchObject({ ...SMTP, ...ownSettings, rate_limit_verify: 30 });
    expect(lines).toContain("  rate_limit_verify: 150 → 30");
    expect(lines).toContain('  site_url: "http://localhost:3000" → "https://www.example.org"');
    const changedNames = new Set(lines.map((line) => /^ {2}(\w+):/.exec(line)?.[1]));
    for (const name of Object.keys(ownSettings)) {
      expect(changedNames.has(name)).toBe(name === "rate_limit_verify");
    }
    const client = createClient(project);
    const results = await Promise.all(authChecks.map((check) => runCheck(client, check)));
    expect(results.filter(({ state }) => state !== "ok")).toEqual([]);

    const [file = ""] = readdirSync(folder);
    expect(lines.at(-1)).toContain(`npm run deploy:auth -- put-back ${file} <setting>`);
    expect(readFileSync(path.join(folder, file), "utf8")).not.toContain("smtp_pass");
    const putBack = (...names: string[]) =>
      putBackSettings(() => project, path.join(folder, file), names);
    expect(await putBack("rate_limit_verify")).toEqual(["rate_limit_verify is 150 again"]);
    expect(api.settings).toMatchObject({ rate_limit_verify: 150, site_url: SITE });
    await expect(putBack("rate_limit_verify", "smtp_pass")).rejects.toThrow("no setting smtp_pass");
    await expect(putBackSettings(() => project, "nothing.json", ["a"])).rejects.toThrow(
      "nothing.json isn't a file that `npm run deploy:auth` saved",
    );
  });

  it("threat 46: sets up the captcha with the widget's secret, or says that there is none", async () => {
    const { api, deploy } = await startProject({ ...SMTP });
    expect((await deploy()).join()).toContain("Auth's own endpoints have no captcha.");
    const lines = await deploy(undefined, "0x4AAA-secret");
    expect(api.settings).toMatchObject({
      security_captcha_enabled: true,
      security_captcha_provider: "turnstile",
    });
    expect(lines.join()).not.toContain("no captcha");
    expect(lines.join()).not.toContain("0x4AAA-secret");
    expect(api.settings["security_captcha_secret"]).toBeDefined();
    // Without the secret, the captcha stays on.
    expect((await deploy()).join()).not.toContain("no captcha");
    expect(api.settings).toMatchObject({ security_captcha_enabled: true });
  });

  it("a recovery email that Supabase has reset, because SMTP was off for a while, is noticed", async () => {
    const { project } = await startProject({ ...SMTP, ...readRecoveryEmail() });
    const checks = authChecks.filter(({ name }) => /mail server|recovery email/.test(name));
    const readStates = async () => {
      const client = createClient(project);
      const results = await Promise.all(checks.map((check) => runCheck(client, check)));
      return results.map(({ state }) => state);
    };
    const setServer = (host: string) =>
      callManagement(project, "PATCH", "/config/auth", { smtp_host: host });
    expect(await readStates()).toEqual(["ok", "ok"]);
    await setServer("");
    expect(await readStates()).toEqual(["failed", "skipped"]);
    await setServer(SMTP.smtp_host);
    expect(await readStates()).toEqual(["ok", "failed"]);
  });

  it("says so if nothing changes, and leaves no copy", async () => {
    const { api, deploy, folder } = await startProject(SMTP);
    await deploy();
    const count = readdirSync(folder).length;
    expect((await deploy()).at(-1)).toContain("Auth already had all of our settings");
    expect(readdirSync(folder)).toHaveLength(count);
    expect(api.settings.rate_limit_email_sent).toBe(1000);
  });

  it("changes nothing before the project has an SMTP server", async () => {
    const { api, deploy, folder } = await startProject({});
    await expect(deploy(() => Promise.reject(new Error("pushed")))).rejects.toThrow(
      /^Nothing was changed\. Auth has no SMTP server yet/,
    );
    expect(api.requests).toEqual([
      `GET /v1/projects/${PROJECT_REF}/config/auth Bearer ${ACCESS_TOKEN}`,
    ]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("keeps the copy if `config push` fails", async () => {
    const { deploy, folder } = await startProject(SMTP);
    await expect(deploy(() => Promise.reject(new Error("stopped")))).rejects.toThrow("stopped");
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it("says why Supabase refused, and refuses an invalid reference ID", async () => {
    const api = new ManagementApi({ refusalStatus: 403 });
    const project = { ref: PROJECT_REF, accessToken: "x", managementUrl: await api.start() };
    const deployment = {
      pushConfig: () => Promise.resolve(),
      folder: createFolder(),
      log: () => {},
    };
    await expect(deployAuth(project, deployment)).rejects.toThrow(
      'Supabase refused (403): {"message":"refused"}',
    );
    await expect(deployAuth({ ...project, ref: "../organizations" }, deployment)).rejects.toThrow(
      "isn't a project's reference ID",
    );
  });
});

/** `npm run test:all` also shows what the CLI does if it is called too early, and what losing SMTP does. */
const LONG_RUNS = isLongRun ? ["npx supabase config push"] : [];

it.each(LONG_RUNS)("%s sets nothing in Auth before a new free project has SMTP", async () => {
  const { api, push } = await startProject({});
  const before = api.settings;
  const { code, output } = await push();
  expect([code, output]).toEqual([1, expect.stringContaining("configure a custom SMTP provider")]);
  expect(api.settings).toEqual(before);
});
