import { spawn } from "node:child_process";
import { once } from "node:events";
import http, { type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checks } from "../../local/deployment/checks.ts";
import { DeploymentClient } from "../../local/deployment/deployment.ts";
import { facts, sql } from "./stack.ts";

interface Exchange {
  readonly path: string;
  readonly requestHeaders: IncomingHttpHeaders;
  status: number;
  readonly headers: Headers;
  body: string;
}

interface Fault {
  /** Changes the request before it is forwarded; may return the base URL of another server to forward it to. */
  readonly changeRequest?: (path: string, headers: IncomingHttpHeaders) => string | void;
  readonly changeResponse?: (exchange: Exchange) => void;
}

interface Faults {
  readonly site?: Fault;
  readonly project?: Fault;
}

const servers: http.Server[] = [];

const publicUrls = { site: facts.webUrl, project: facts.apiUrl };
const toLoopback = (url: string) => url.replace("localhost", "127.0.0.1");

/** Starts a proxy of the site or the project that introduces one fault. */
async function startFaultyProxy(
  target: keyof typeof publicUrls,
  { changeRequest, changeResponse }: Fault,
): Promise<string> {
  const realUrl = publicUrls[target];
  const server = http.createServer((request, response) => void forward(request, response));
  const forward = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const path = request.url ?? "/";
    const proxyUrl = `http://${request.headers.host}`;
    const requestHeaders = { ...request.headers };
    if (requestHeaders.origin === proxyUrl) requestHeaders.origin = realUrl;
    const baseUrl = changeRequest?.(path, requestHeaders) ?? toLoopback(realUrl);
    const { host: _host, connection: _connection, ...headers } = requestHeaders;
    const realResponse = await fetch(`${baseUrl}${path}`, {
      method: request.method ?? "GET",
      headers: headers as Record<string, string>,
      redirect: "manual",
      ...(request.method === "POST" ? { body: await text(request) } : {}),
    });
    const exchange: Exchange = {
      path,
      requestHeaders,
      status: realResponse.status,
      headers: new Headers(realResponse.headers),
      body: (await realResponse.text()).replaceAll(realUrl, proxyUrl),
    };
    if (exchange.headers.get("Access-Control-Allow-Origin") === realUrl) {
      exchange.headers.set("Access-Control-Allow-Origin", proxyUrl);
    }
    for (const name of ["content-encoding", "content-length", "transfer-encoding"]) {
      exchange.headers.delete(name);
    }
    changeResponse?.(exchange);
    response.writeHead(exchange.status, Object.fromEntries(exchange.headers)).end(exchange.body);
  };
  servers.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Makes Auth require a captcha, as a deployed project does and the embedded stack doesn't. */
const captchaFault: Fault = {
  changeResponse: (exchange) => {
    if (!/^\/auth\/v1\/(otp|recover)$/.test(exchange.path)) return;
    exchange.status = 400;
    exchange.body = '{"code":400,"error_code":"captcha_failed","msg":"captcha protection"}';
  },
};

/** Returns the failures of all checks, or of the check that `linePattern` names. */
async function findFailures(faults: Faults, linePattern?: RegExp): Promise<string[]> {
  const siteUrl = await startFaultyProxy("site", faults.site ?? {});
  const projectUrl = await startFaultyProxy("project", faults.project ?? captchaFault);
  const deployment = new DeploymentClient(siteUrl, projectUrl, { healthToken: facts.healthToken });
  const failedChecks: string[] = [];
  for (const { name, run } of checks) {
    if (linePattern !== undefined && !linePattern.source.startsWith(`^${name}: `)) continue;
    await run(deployment).catch((error: unknown) => failedChecks.push(`${name}: ${String(error)}`));
  }
  return failedChecks;
}

beforeEach(() => sql`update public.job_runs set ran_at = now()`);
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

const responseFault = (pathStart: string, change: (exchange: Exchange) => void): Fault => ({
  changeResponse: (exchange) => {
    if (exchange.path.startsWith(pathStart)) change(exchange);
  },
});
const missingHeaderFault = (name: string): Fault =>
  responseFault("/", ({ path, headers }) => {
    if (path === "/") headers.delete(name);
  });
const replacedTextFault = (pathStart: string, from: string | RegExp, to: string): Fault =>
  responseFault(pathStart, (exchange) => {
    exchange.body = exchange.body.replace(from, to);
  });
const notFoundFault = (pathStart: string): Fault =>
  responseFault(pathStart, (exchange) => {
    exchange.status = 404;
    exchange.headers.set("Content-Type", "text/html");
    exchange.body = "<title>Page Not Found</title>";
  });

const SECRET_KEY_PREFIX = ["sb", "secret"].join("_");
const CSP = "Content-Security-Policy";
const HEALTH_PATH = "/api/health/deployment";
const faultCases: readonly (readonly [string, Faults, RegExp])[] = [
  [
    "no content security policy",
    { site: missingHeaderFault(CSP) },
    /^site security headers: .*Publish web/,
  ],
  [
    "scripts allowed from anywhere",
    {
      site: responseFault("/", ({ headers }) =>
        headers.set(CSP, `${headers.get(CSP)}`.replace("script-src", "script-src 'unsafe-inline'")),
      ),
    },
    /^site security headers: .*restrict scripts/,
  ],
  [
    "no HSTS",
    { site: missingHeaderFault("Strict-Transport-Security") },
    /^site security headers: .*HSTS/,
  ],
  [
    "the news pages aren't rendered",
    { site: notFoundFault("/news") },
    /^news pages rendered on request: .*\/news returned 404/,
  ],
  [
    "private pages are missing",
    { site: notFoundFault("/admin") },
    /^site pages and rewrites: .*\/admin returned 404/,
  ],
  [
    "image URLs are broken",
    { site: notFoundFault("/images/") },
    /^pictures: .*\/images doesn't reach the project\. The CDN isn't following/,
  ],
  [
    "a function is missing",
    { project: notFoundFault("/functions/v1/zip-lookup") },
    /^project functions: .*zip-lookup returned 404.*functions deploy/,
  ],
  [
    "the CDN drops the functions' headers",
    { site: responseFault("/api/", ({ headers }) => headers.delete(CSP)) },
    /^function security headers: /,
  ],
  [
    "every origin may call the API",
    {
      site: responseFault("/api/", ({ requestHeaders, headers }) => {
        if (requestHeaders.origin !== facts.webUrl) {
          headers.set("Access-Control-Allow-Origin", requestHeaders.origin ?? "*");
        }
      }),
    },
    /^requests from other sites: .*ALLOWED_ORIGINS/,
  ],
  [
    "the CDN doesn't send its secret",
    {
      site: {
        changeRequest: (path) =>
          path.startsWith("/api/") ? `${toLoopback(facts.apiUrl)}/functions/v1` : undefined,
      },
    },
    /^CDN secret: .*Deploy web\/edge with the same EDGE_SECRET/,
  ],
  [
    "the functions don't know the secret",
    { site: replacedTextFault(HEALTH_PATH, '"edgeSecret":true', '"edgeSecret":false') },
    /^CDN secret: .*secrets set EDGE_SECRET/,
  ],
  [
    "invented addresses are trusted",
    {
      project: {
        changeRequest: (_, headers) => {
          if (headers["x-visitor-address"]) headers["x-edge-secret"] = facts.edgeSecret;
        },
      },
    },
    /^one visitor counts once: /,
  ],
  [
    "sign-up is open",
    {
      project: replacedTextFault(
        "/auth/v1/settings",
        '"disable_signup":true',
        '"disable_signup":false',
      ),
    },
    /^sign-up is closed: .*config push/,
  ],
  ["no captcha in Auth", { project: {} }, /^direct Auth endpoints: .*\[auth\.captcha\]/],
  [
    "a table is readable",
    {
      project: responseFault("/rest/v1/users", (exchange) => {
        exchange.status = 200;
        exchange.body = "[]";
      }),
    },
    /^private tables are closed: .*users returned 200/,
  ],
  [
    "a job doesn't run",
    {
      site: responseFault("/api/health", (exchange) => {
        if (exchange.path !== "/api/health") return;
        exchange.status = 503;
        exchange.body =
          '{"message":"Scheduled jobs are late: send-emails.","code":"unhealthy","requestId":"1"}';
      }),
    },
    /^scheduled jobs: .*send-emails isn't running .*docs\/deployment\.md/,
  ],
  [
    "the token is wrong",
    { site: responseFault(HEALTH_PATH, (exchange) => (exchange.status = 401)) },
    /^keys: .*HEALTH_TOKEN is missing from/,
  ],
  [
    "payments aren't configured",
    { site: replacedTextFault(HEALTH_PATH, '"payments":"demo"', '"payments":null') },
    /^payments: .*Set PAYMENTS_MODE/,
  ],
  [
    "no mail transport",
    { site: replacedTextFault(HEALTH_PATH, '"mail":"log"', '"mail":null') },
    /^email: .*Set MAIL_TRANSPORT/,
  ],
  [
    "emails link elsewhere",
    {
      site: replacedTextFault(HEALTH_PATH, /"siteUrl":"[^"]*"/, '"siteUrl":"https://old.example"'),
    },
    /^links in emails: .*old\.example.*Set SITE_URL/,
  ],
  [
    "threat 36: a secret key is in the scripts",
    { site: replacedTextFault("/assets/", /^/, `"${SECRET_KEY_PREFIX}_abcdefgh12345";`) },
    /^no secrets in scripts: .*Revoke/,
  ],
];

describe("npm run check:deployment", () => {
  it("finds nothing wrong with the embedded stack behind a captcha", async () => {
    expect(await findFailures({})).toEqual([]);
  });

  it.each(faultCases)("reports a fault and says what to do: %s", async (_, faults, linePattern) => {
    expect(await findFailures(faults, linePattern)).toEqual([expect.stringMatching(linePattern)]);
  });

  describe("the check of Auth's settings, with an access token", () => {
    const validSettings = {
      disable_signup: true,
      security_captcha_enabled: true,
      security_sb_forwarded_for_enabled: true,
      security_update_password_require_current_password: true,
      mailer_otp_exp: 900,
      mailer_otp_length: 10,
      rate_limit_email_sent: 1000,
      password_min_length: 6,
    };
    const receivedRequests: (string | undefined)[] = [];
    const checkSettings = async (settings: object) => {
      const server = http.createServer((request, response) => {
        receivedRequests.push(`${request.url} ${request.headers.authorization}`);
        response.end(JSON.stringify(settings));
      });
      servers.push(server);
      await once(server.listen(0, "127.0.0.1"), "listening");
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const management = { accessToken: "sbp_token", managementUrl: url };
      const projectUrl = "https://abcdefgh.supabase.co";
      const { run } = checks.find(({ name }) => name === "Auth settings")!;
      return run(new DeploymentClient(facts.webUrl, projectUrl, management)).catch(String);
    };

    it("reports the minimum password length that Auth itself enforces", async () => {
      expect(await checkSettings(validSettings)).toBe(
        "administrator passwords: at least 6 characters in Auth itself, 12 through our API",
      );
      expect(receivedRequests).toEqual(["/v1/projects/abcdefgh/config/auth Bearer sbp_token"]);
    });

    it.each([
      ["security_captcha_enabled", false],
      ["mailer_otp_exp", 3600],
      ["mailer_otp_length", 6],
      ["rate_limit_email_sent", 30],
      ["security_update_password_require_current_password", false],
    ])("reports %s if it is %s", async (name, value) => {
      expect(await checkSettings({ ...validSettings, [name]: value })).toContain(
        `${name} is ${value}`,
      );
    });
  });

  const runCheckDeployment = async (...args: string[]) => {
    const child = spawn(
      process.execPath,
      ["supabase/local/launch.mjs", "check-deployment", ...args],
      { env: { ...process.env, HEALTH_TOKEN: facts.healthToken } },
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
    const { code, lines } = await runCheckDeployment(
      facts.webUrl,
      await startFaultyProxy("project", captchaFault),
    );
    expect(lines.filter((line) => !line.startsWith("ok"))).toEqual([]);
    expect([code, lines.length]).toEqual([0, checks.length]);
    expect(lines).toContain(
      "ok      Auth settings (not checked: set SUPABASE_ACCESS_TOKEN to check them)",
    );
    expect((await countRows())[0]).toEqual(before);

    const failedRun = await runCheckDeployment(
      await startFaultyProxy("site", notFoundFault("/admin")),
    );
    expect(failedRun.code).toBe(1);
    expect(failedRun.lines.join("\n")).toMatch(/FAILED {2}site pages and rewrites: /);
    expect(await runCheckDeployment()).toMatchObject({
      code: 1,
      lines: [expect.stringContaining("Which site?")],
    });
  });
});
