import { readdirSync } from "node:fs";
import path from "node:path";
import type { HealthProblemKind } from "../../functions/_shared/contracts/choices.ts";
import { projectRoot } from "../machine/paths.ts";
import { getErrorMessage, Problem } from "../machine/problem.ts";
import { SkippedCheck } from "./check.ts";
import { MANAGEMENT_URL } from "./management.ts";
import { PAGE_PATHS } from "./pages.ts";

export interface DeploymentResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The response to `GET /api/health/deployment`. */
export interface Configuration {
  readonly version: string;
  readonly runtime: string;
  readonly siteUrl: string;
  readonly keys: "current" | "legacy";
  readonly tokenKeys: string;
  readonly edgeSecret: boolean;
  readonly payments: "demo" | "stripe" | null;
  readonly captcha: boolean;
  readonly noCaptcha: boolean;
  readonly erasureKey: boolean;
  readonly mail: string | null;
  readonly contactInfo: boolean;
  readonly buildHook: "unset" | "working" | "failing";
  readonly buildCalledAt: string | null;
  readonly testSettings: readonly string[];
  readonly webhook: { readonly isSecretSet: boolean; readonly lastEventAt: string | null } | null;
  readonly jobs: readonly {
    readonly name: string;
    readonly ageMinutes: number | null;
    readonly isLate: boolean;
  }[];
  readonly addressFrom: string;
  readonly countedBy: string;
}

/** The response to `GET /api/health/services`, which System Status shows, too. */
export type ServiceStates = Readonly<
  Record<"database" | "payments" | "mail" | "storage" | "auth", { readonly state: string }>
>;

interface Tokens {
  /** HEALTH_TOKEN of the functions. Without it, they don't reveal their configuration. */
  readonly healthToken?: string | undefined;
  /** Access token of a project owner. Without it, the project's settings can't be read. */
  readonly accessToken?: string | undefined;
  readonly managementUrl?: string;
}

export interface RequestTarget {
  /** The URL for reaching the functions: through the site, or directly at the project. */
  readonly baseUrl?: string;
  readonly headers?: Record<string, string>;
}

export function parseJsonResponse<Json = Record<string, unknown>>(
  url: string,
  { status, text }: DeploymentResponse,
): Json {
  try {
    if (status === 200) return JSON.parse(text) as Json;
  } catch {
    // The error thrown below reports invalid JSON.
  }
  throw new Problem(`${url} returned ${status} and no JSON: ${text.slice(0, 100)}`);
}

/** Reads a live deployment over its public URLs. It never changes anything. */
export class DeploymentClient {
  readonly site: string;
  #project: string | undefined;
  readonly #tokens: Tokens;
  readonly #fetch: typeof fetch;
  readonly #pages = new Map<string, Promise<DeploymentResponse>>();
  #assets: Promise<ReadonlyMap<string, DeploymentResponse>> | undefined;
  #services: Promise<ServiceStates> | undefined;
  #configuration: Promise<Configuration> | undefined;

  constructor(site: string, project?: string, tokens: Tokens = {}, fetchUrl: typeof fetch = fetch) {
    this.site = site.replace(/\/$/, "");
    this.#project = project?.replace(/\/$/, "");
    this.#tokens = tokens;
    this.#fetch = fetchUrl;
  }

  readonly request = async (url: string, init: RequestInit = {}): Promise<DeploymentResponse> => {
    const signal = AbortSignal.timeout(20_000);
    const options: RequestInit = { redirect: "manual", signal, ...init };
    const response = await this.#fetch(url, options).catch((error: unknown) => {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      throw new Problem(`${url} isn't responding: ${String(cause)}`);
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  /** Requests each path of the site only once, because several checks read the same page. */
  readonly fetchPage = (path: string): Promise<DeploymentResponse> => {
    const page = this.#pages.get(path) ?? this.request(`${this.site}${path}`);
    this.#pages.set(path, page);
    return page;
  };

  /** Returns the problems that `/api/health` reports, by kind. Throws only if our API doesn't respond. */
  readonly readHealthProblems = async (): Promise<ReadonlyMap<HealthProblemKind, string>> => {
    const { status, text } = await this.fetchPage("/api/health");
    if (status === 200) return new Map();
    if (!isUnhealthyResponse(text)) {
      throw new SkippedCheck("skipped: the check “API through the CDN” failed");
    }
    const { issues } = JSON.parse(text) as {
      issues: { path: HealthProblemKind; message: string }[];
    };
    return new Map(issues.map(({ path, message }) => [path, message]));
  };

  /** Requests what only a caller with HEALTH_TOKEN may read. */
  readonly requestAsMonitor = (url: string, headers?: Record<string, string>) => {
    const { healthToken } = this.#tokens;
    if (healthToken === undefined) {
      throw new Problem(
        "Most checks need HEALTH_TOKEN. Set it to the same value here and in the functions' environment (see .env.example).",
      );
    }
    return this.request(url, { headers: { ...headers, Authorization: `Bearer ${healthToken}` } });
  };

  /** Reads the configuration, through the site or directly at the project. */
  readonly readConfiguration = async ({
    baseUrl = this.site,
    headers,
  }: RequestTarget = {}): Promise<Configuration> => {
    const url = `${baseUrl}/api/health/deployment`;
    const response = await this.requestAsMonitor(url, headers);
    if (response.status === 401) {
      throw new Problem(
        "HEALTH_TOKEN is missing from the functions' environment or has a different value there. Set it to the same value in both places.",
      );
    }
    return parseJsonResponse(url, response);
  };

  /** Reads the configuration once for all checks. If that fails, the “health token” check reports why. */
  readonly getConfiguration = (): Promise<Configuration> =>
    (this.#configuration ??= this.readConfiguration()).catch(() => {
      throw new SkippedCheck("skipped: the check “health token” didn't pass");
    });

  /** Has the functions call every service once, as System Status does. */
  readonly getServices = async (): Promise<ServiceStates> => {
    await this.getConfiguration();
    const url = `${this.site}/api/health/services`;
    const read = async () =>
      parseJsonResponse<ServiceStates>(url, await this.requestAsMonitor(url));
    return (this.#services ??= read());
  };

  /** Returns the URL of the Supabase project, which the site's content security policy must contain. */
  async findProjectUrl(): Promise<string> {
    if (this.#project !== undefined) return this.#project;
    const { headers } = await this.fetchPage("/");
    const sources = /connect-src ([^;]*)/.exec(headers.get("Content-Security-Policy") ?? "")?.[1];
    const url = sources
      ?.split(" ")
      .find((source) => /^https?:/.test(source) && !source.includes("stripe"));
    if (url === undefined) {
      throw new Problem(
        "The site's Content-Security-Policy doesn't name a project. Build with VITE_SUPABASE_URL and publish _headers.",
      );
    }
    return (this.#project = url);
  }

  readonly getProjectUrl = (): Promise<string> =>
    this.findProjectUrl().catch(() => {
      throw new SkippedCheck("skipped: the check “project URL” failed");
    });

  readonly getFunctionsUrl = async (): Promise<string> =>
    `${await this.getProjectUrl()}/functions/v1`;

  /** Asks Supabase's Management API about the project. */
  readonly requestManagement = async (path: string): Promise<Record<string, unknown>> => {
    const { accessToken, managementUrl = MANAGEMENT_URL } = this.#tokens;
    if (accessToken === undefined) {
      throw new SkippedCheck("skipped: set SUPABASE_ACCESS_TOKEN to run this check");
    }
    const [ref] = new URL(await this.getProjectUrl()).hostname.split(".");
    const url = `${managementUrl}/v1/projects/${ref}${path}`;
    const page =
      this.#pages.get(url) ??
      this.request(url, { headers: { Authorization: `Bearer ${accessToken}` } });
    this.#pages.set(url, page);
    return parseJsonResponse(url, await page);
  };

  /** Returns every file that the site's pages may load, with its response, by path. */
  readonly fetchAssets = (): Promise<ReadonlyMap<string, DeploymentResponse>> =>
    (this.#assets ??= this.#readAssets());

  async #readAssets(): Promise<ReadonlyMap<string, DeploymentResponse>> {
    const responses = new Map<string, DeploymentResponse>();
    const paths = new Set<string>();
    const read = async (path: string): Promise<void> => {
      if (paths.has(path)) return;
      paths.add(path);
      const response = await this.fetchPage(path);
      responses.set(path, response);
      if (/\.(js|css)$/.test(path)) await readAll(response.text);
    };
    const readAll = (text: string) => Promise.all(listAssetPaths(text).map(read));
    const pages = await Promise.all(PAGE_PATHS.map(this.fetchPage));
    await Promise.all([
      ...pages.map(({ text }) => readAll(text)),
      ...readdirSync(path.join(projectRoot, "web/public"))
        .filter((name) => !name.startsWith("_"))
        .map((name) => read(`/${name}`)),
    ]);
    return responses;
  }

  /** Returns all scripts that the site's pages may load, and the home page, as one string. */
  readonly fetchScripts = async (): Promise<string> => {
    const { text: home } = await this.fetchPage("/");
    const assets = [...(await this.fetchAssets())].filter(([path]) => path.endsWith(".js"));
    return [home, ...assets.map(([, { text }]) => text)].join("\n");
  };

  /** Returns the key that the site's scripts contain, which is public. */
  readonly findSiteKey = async (): Promise<{
    readonly key: string;
    readonly isLegacy: boolean;
  }> => {
    const scripts = await this.fetchScripts();
    const key = /sb_publishable_[\w-]{8,}/.exec(scripts)?.[0];
    if (key !== undefined) return { key, isLegacy: false };
    const legacyKey = findLegacyKey(scripts);
    if (legacyKey !== undefined) return { key: legacyKey, isLegacy: true };
    throw new Problem(
      "The site's scripts don't contain a publishable key. Build with VITE_SUPABASE_PUBLISHABLE_KEY.",
    );
  };

  readonly getPublishableKey = async (): Promise<string> => {
    const { key } = await this.findSiteKey().catch(() => {
      throw new SkippedCheck("skipped: the check “publishable key” failed");
    });
    return key;
  };
}

/** Returns the paths of the files that a page, a script or a style sheet names. */
const listAssetPaths = (text: string): string[] =>
  Array.from(
    text.matchAll(
      /(?:assets\/([\w.-]+\.(?:js|css|woff2|svg|webp|png|jpg|json))|["']\.\/([\w.-]+\.js))\b/g,
    ),
    ([, name, sibling]) => `/assets/${name ?? sibling}`,
  );

/** Returns true if our API responded with an error, which shows that it is reachable. */
export const isUnhealthyResponse = (text: string): boolean => text.includes('"code":"unhealthy"');

/** Returns true if a service is unavailable, so its responses say nothing about its settings. */
export const isDown = ({ status }: DeploymentResponse): boolean => status >= 500;

export async function requireAvailable(
  service: string,
  request: Promise<DeploymentResponse>,
): Promise<DeploymentResponse> {
  const response = await request.catch((error: unknown) => {
    throw new Problem(`${service} is down: ${getErrorMessage(error)}`);
  });
  if (!isDown(response)) return response;
  throw new Problem(
    `${service} is down (it returned ${response.status}). Look at the project's status in the Supabase dashboard; a paused project must be restored.`,
  );
}

const findLegacyKey = (scripts: string): string | undefined =>
  [...scripts.matchAll(/eyJ[\w-]+\.(eyJ[\w-]+)\.[\w-]+/g)].find(([, claims = ""]) =>
    Buffer.from(claims, "base64url").toString().includes('"anon"'),
  )?.[0];
