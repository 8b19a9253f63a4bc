import type http from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { readRecoveryEmail } from "../../local/deployment/auth-checks.ts";
import { type Check, type CheckResult, runCheck } from "../../local/deployment/check.ts";
import { checks } from "../../local/deployment/checks.ts";
import { DEPLOYED_AUTH_SETTINGS } from "../../local/deployment/deploy-auth.ts";
import { DeploymentClient } from "../../local/deployment/deployment.ts";
import { ManagementApi } from "../deployment/management-api.ts";
import { listen } from "../deployment/servers.ts";
import { facts } from "./stack.ts";

export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly requestHeaders: IncomingHttpHeaders;
  status: number;
  readonly headers: Headers;
  body: string;
}

export interface Fault {
  /** Changes the request before it is forwarded; may return the base URL of another server to forward it to. */
  readonly changeRequest?: (path: string, headers: IncomingHttpHeaders) => string | void;
  readonly changeResponse?: (exchange: Exchange) => void;
}

export interface Faults {
  readonly site?: Fault;
  /**
   * Set if the site's fault changes its files. Otherwise, they are fetched only once, because there are hundreds.
   */
  readonly changesScripts?: true;
  readonly project?: Fault;
  /** Auth settings that the Management API returns instead of the valid settings. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly signingAlgorithm?: string;
  readonly management?: { readonly status: number };
  readonly healthToken?: string;
  /** Set if the check has to find the project's URL in the site's headers. */
  readonly isProjectUnknown?: true;
  /** Changes the data of the local stack before the check runs. */
  readonly prepare?: () => Promise<unknown>;
  /** Takes back what `prepare` did. */
  readonly cleanUp?: () => Promise<unknown>;
}

const publicUrls = { site: facts.webUrl, project: facts.apiUrl };
export const toLoopback = (url: string) => url.replace("localhost", "127.0.0.1");

/** The key of a captcha, as the build writes it into a script. */
export const SITE_KEY = '"0x4AAAAAAAabcdefghijklmnop";';

/** Parts that a deployed project has and the embedded stack doesn't: a build hook and a captcha. */
const deployedParts: Readonly<Record<keyof typeof publicUrls, Fault>> = {
  site: {
    changeResponse: (exchange) => {
      if (exchange.path.startsWith("/assets/") && exchange.path.endsWith(".js")) {
        exchange.body += SITE_KEY;
      }
      if (exchange.path !== "/api/health/deployment") return;
      exchange.body = exchange.body
        .replace('"buildHook":"unset"', '"buildHook":"working"')
        .replace('"captcha":false', '"captcha":true')
        .replace(/"testSettings":\[[^\]]*\]/, '"testSettings":[]');
    },
  },
  project: {
    changeResponse: (exchange) => {
      if (!/^\/auth\/v1\/(otp|recover)$/.test(exchange.path)) return;
      exchange.status = 400;
      exchange.body = '{"code":400,"error_code":"captcha_failed","msg":"captcha protection"}';
    },
  },
};

/** The files of the built site, by path; they don't change while the tests run. */
const assets = new Map<string, Promise<{ text: string; init: ResponseInit }>>();

async function fetchAsset(pathname: string) {
  const response = await fetch(`${toLoopback(facts.webUrl)}${pathname}`);
  const { status, headers } = response;
  const text = await response.text();
  const isScript = pathname.endsWith(".js");
  return { text: isScript ? text + SITE_KEY : text, init: { status, headers } };
}

const fetchWithCachedAssets: typeof fetch = async (input, init) => {
  const { pathname } = new URL(input as string);
  if (!pathname.startsWith("/assets/")) return fetch(input, init);
  const assetPromise = assets.get(pathname) ?? fetchAsset(pathname);
  assets.set(pathname, assetPromise);
  const asset = await assetPromise;
  return new Response(asset.text, asset.init);
};

/** Starts a proxy that forwards requests to the site or the project and introduces one fault. */
export async function startFaultyProxy(
  target: keyof typeof publicUrls,
  fault: Fault = {},
): Promise<string> {
  const realUrl = publicUrls[target];
  const forward = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const path = request.url ?? "/";
    const method = request.method ?? "GET";
    const proxyUrl = `http://${request.headers.host}`;
    const requestHeaders = { ...request.headers };
    if (requestHeaders.origin === proxyUrl) requestHeaders.origin = realUrl;
    const baseUrl = fault.changeRequest?.(path, requestHeaders) ?? toLoopback(realUrl);
    const { host: _host, connection: _connection, ...headers } = requestHeaders;
    const realResponse = await fetch(`${baseUrl}${path}`, {
      method,
      headers: headers as Record<string, string>,
      redirect: "manual",
      ...(["POST", "PUT"].includes(method) ? { body: await text(request) } : {}),
    });
    const exchange: Exchange = {
      method,
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
    deployedParts[target].changeResponse?.(exchange);
    fault.changeResponse?.(exchange);
    response.writeHead(exchange.status, Object.fromEntries(exchange.headers)).end(exchange.body);
  };
  return listen((request, response) => void forward(request, response));
}

const createValidSettings = (siteUrl: string) => ({
  ...DEPLOYED_AUTH_SETTINGS,
  ...readRecoveryEmail(),
  site_url: siteUrl,
  disable_signup: true,
  smtp_host: "smtp.example.org",
  mfa_totp_enroll_enabled: true,
  mfa_totp_verify_enabled: true,
  security_captcha_enabled: true,
  mailer_otp_exp: 900,
  mailer_otp_length: 10,
  rate_limit_email_sent: 1000,
  rate_limit_token_refresh: 150,
  rate_limit_otp: 30,
  rate_limit_verify: 30,
});

const startManagementApi = (siteUrl: string, faults: Faults): Promise<string> =>
  new ManagementApi({
    settings: { ...createValidSettings(siteUrl), ...faults.settings },
    signingAlgorithm: faults.signingAlgorithm,
    refusalStatus: faults.management?.status,
  }).start();

/**
 * Runs checks against the stack, by default all of them, with these faults and with everything that only a deployed
 * project has.
 */
export async function checkWithFaults(
  faults: Faults,
  wantedChecks: readonly Check[] = checks,
): Promise<readonly CheckResult[]> {
  await faults.prepare?.();
  const siteUrl = await startFaultyProxy("site", faults.site);
  const projectUrl = await startFaultyProxy("project", faults.project);
  const tokens = {
    healthToken: faults.healthToken ?? facts.healthToken,
    accessToken: "sbp_token",
    managementUrl: await startManagementApi(siteUrl, faults),
  };
  const knownProjectUrl = faults.isProjectUnknown ? undefined : projectUrl;
  const fetchUrl = faults.changesScripts ? fetch : fetchWithCachedAssets;
  const deployment = new DeploymentClient(siteUrl, knownProjectUrl, tokens, fetchUrl);
  try {
    return await Promise.all(wantedChecks.map((check) => runCheck(deployment, check)));
  } finally {
    await faults.cleanUp?.();
  }
}
