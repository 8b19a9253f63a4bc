import { Problem } from "../machine/problem.ts";

export interface DeploymentResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface Tokens {
  /** HEALTH_TOKEN of the functions. Without it, they don't reveal their configuration. */
  readonly healthToken?: string | undefined;
  /** Access token of a project owner. Without it, the project's settings can't be read. */
  readonly accessToken?: string | undefined;
  readonly managementUrl?: string;
}

interface RequestTarget {
  /** URL for reaching the functions: through the site, or directly at the project. */
  readonly base?: string;
  readonly headers?: Record<string, string>;
}

function parseJsonResponse(
  url: string,
  { status, text }: DeploymentResponse,
): Record<string, unknown> {
  try {
    if (status === 200) return JSON.parse(text) as Record<string, unknown>;
  } catch {
    // The failure is reported below.
  }
  throw new Problem(`${url} returned ${status} and no JSON: ${text.slice(0, 100)}`);
}

/** Reads a live deployment over its public URLs. Never changes anything. */
export class DeploymentClient {
  readonly site: string;
  #project: string | undefined;
  readonly #tokens: Tokens;
  #scripts: Promise<string> | undefined;

  constructor(site: string, project?: string, tokens: Tokens = {}) {
    this.site = site.replace(/\/$/, "");
    this.#project = project?.replace(/\/$/, "");
    this.#tokens = tokens;
  }

  readonly request = async (url: string, init: RequestInit = {}): Promise<DeploymentResponse> => {
    const signal = AbortSignal.timeout(20_000);
    const options: RequestInit = { redirect: "manual", signal, ...init };
    const response = await fetch(url, options).catch((error: unknown) => {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      throw new Problem(`${url} isn't responding: ${String(cause)}`);
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  readonly json = async (url: string, init: RequestInit = {}): Promise<Record<string, unknown>> =>
    parseJsonResponse(url, await this.request(url, init));

  readonly configuration = async ({ base = this.site, headers }: RequestTarget = {}): Promise<
    Record<string, unknown>
  > => {
    const { healthToken } = this.#tokens;
    if (healthToken === undefined) {
      throw new Problem(
        "This check needs HEALTH_TOKEN. Set it to the same value here and in the functions' environment (see .env.example).",
      );
    }
    const url = `${base}/api/health/deployment`;
    const authorizedHeaders = { ...headers, Authorization: `Bearer ${healthToken}` };
    const response = await this.request(url, { headers: authorizedHeaders });
    if (response.status === 401) {
      throw new Problem(
        "HEALTH_TOKEN is missing from the functions' environment or has a different value there. Set it to the same value in both places.",
      );
    }
    return parseJsonResponse(url, response);
  };

  /** Returns the URL of the Supabase project, which the site's content security policy must contain. */
  async projectUrl(): Promise<string> {
    if (this.#project !== undefined) return this.#project;
    const { headers } = await this.request(`${this.site}/`);
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

  /** Returns the project's Auth settings, or undefined without an access token. */
  async authSettings(): Promise<Record<string, unknown> | undefined> {
    const { accessToken, managementUrl = "https://api.supabase.com" } = this.#tokens;
    if (accessToken === undefined) return undefined;
    const [ref] = new URL(await this.projectUrl()).hostname.split(".");
    return this.json(`${managementUrl}/v1/projects/${ref}/config/auth`, {
      headers: { Authorization: `Bearer ${accessToken}` },
    });
  }

  async functionsUrl(): Promise<string> {
    return `${await this.projectUrl()}/functions/v1`;
  }

  /** Returns all scripts that the home page may load, as one string. */
  scripts(): Promise<string> {
    return (this.#scripts ??= this.#readScripts());
  }

  async #readScripts(): Promise<string> {
    const texts = new Map<string, string>();
    const pendingUrls = [`${this.site}/`];
    for (let url = pendingUrls.pop(); url !== undefined; url = pendingUrls.pop()) {
      if (texts.has(url)) continue;
      const { text } = await this.request(url);
      texts.set(url, text);
      for (const [, name] of text.matchAll(/([\w.-]+\.js)\b/g)) {
        const scriptUrl = `${this.site}/assets/${name}`;
        if (text.includes(`assets/${name}`) || text.includes(`./${name}`))
          pendingUrls.push(scriptUrl);
      }
    }
    return [...texts.values()].join("\n");
  }

  /** Returns the publishable key, which is public and part of the site's scripts. */
  async publishableKey(): Promise<string> {
    const scripts = await this.scripts();
    const key = /sb_publishable_[\w-]{8,}/.exec(scripts)?.[0] ?? legacyKeyIn(scripts);
    if (key === undefined) {
      throw new Problem(
        "The site's scripts don't contain a publishable key. Build with VITE_SUPABASE_PUBLISHABLE_KEY.",
      );
    }
    return key;
  }
}

const legacyKeyIn = (scripts: string): string | undefined =>
  [...scripts.matchAll(/eyJ[\w-]+\.(eyJ[\w-]+)\.[\w-]+/g)].find(([, claims = ""]) =>
    Buffer.from(claims, "base64url").toString().includes('"anon"'),
  )?.[0];
