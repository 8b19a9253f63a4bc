import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { contentTypeOf, isCompressible } from "./content-types.ts";
import {
  fillSupabaseUrl,
  headersFor,
  parseHeaders,
  parseRedirects,
  redirectFor,
  addQueryString,
  type HeaderRule,
  type RedirectMatch,
  type RedirectRule,
} from "../../../web/edge/rules.ts";

type Encoding = "br" | "gzip" | "identity";

interface SiteFile {
  body: Buffer;
  type: string;
  etag: string;
  encodedBodies: Map<Encoding, Promise<Buffer>>;
}

export interface SiteOptions {
  folder: string;
  supabaseUrl: string;
  /** Renders pages that must be fresher than the build. Resolves to undefined for other URLs. */
  renderPage?: (request: IncomingMessage) => Promise<Response | undefined>;
  /** Handles a rewrite to the Supabase project, such as `/functions/v1/api/events`. */
  forward: (request: IncomingMessage, response: ServerResponse, target: string) => void;
}

const compressors = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 6 }),
  identity: (body: Buffer) => Promise.resolve(body),
};

export function pickEncoding(acceptEncoding: string | undefined): Encoding {
  const offers = (acceptEncoding ?? "").split(",").map((offer) => offer.trim().toLowerCase());
  const acceptsEncoding = (name: string) =>
    offers.some((offer) => offer.split(";")[0] === name && !/;\s*q=0(\.0*)?$/.test(offer));
  if (acceptsEncoding("br")) return "br";
  return acceptsEncoding("gzip") ? "gzip" : "identity";
}

/** Serves the built site like a CDN. Files are cached in memory, so a new build needs a restart. */
export class SiteServer {
  readonly #options: SiteOptions;
  readonly #files = new Map<string, Promise<SiteFile | undefined>>();
  #headers: HeaderRule[] = [];
  #redirects: RedirectRule[] = [];

  constructor(options: SiteOptions) {
    this.#options = options;
  }

  async load(): Promise<void> {
    const readConfiguration = async (name: string) =>
      fillSupabaseUrl(
        await readFile(path.join(this.#options.folder, name), "utf8").catch(() => ""),
        this.#options.supabaseUrl,
      );
    this.#headers = parseHeaders(await readConfiguration("_headers"));
    this.#redirects = parseRedirects(await readConfiguration("_redirects"));
  }

  async #readFile(name: string): Promise<SiteFile | undefined> {
    const file = path.resolve(this.#options.folder, `.${name}`);
    if (!file.startsWith(this.#options.folder + path.sep)) return undefined;
    const stats = await stat(file).catch(() => undefined);
    if (!stats?.isFile()) return undefined;
    const body = await readFile(file);
    const etag = createHash("sha256").update(body).digest("base64url").slice(0, 24);
    return { body, type: contentTypeOf(file), etag, encodedBodies: new Map() };
  }

  #file(name: string): Promise<SiteFile | undefined> {
    let filePromise = this.#files.get(name);
    if (!filePromise) {
      filePromise = this.#readFile(name);
      this.#files.set(name, filePromise);
      // Forget files that don't exist, or requests for random names would fill up memory.
      void filePromise.then((siteFile) => siteFile ?? this.#files.delete(name));
    }
    return filePromise;
  }

  /** Finds the file for a path as a CDN does: the path itself, `<path>.html` or the folder's index. */
  async #resolve(pathname: string): Promise<SiteFile | undefined> {
    if (/^\/(_headers|_redirects)$|\/\.|\0/.test(pathname)) return undefined;
    const trimmedPath = pathname.replace(/\/$/, "");
    const names = pathname.endsWith("/")
      ? [`${trimmedPath}/index.html`]
      : [pathname, `${pathname}.html`, `${pathname}/index.html`];
    for (const name of names) {
      const file = await this.#file(name);
      if (file) return file;
    }
    return undefined;
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const rawUrl = request.url ?? "/";
    const queryIndex = rawUrl.indexOf("?");
    const query = queryIndex < 0 ? "" : rawUrl.slice(queryIndex);
    const rawPath = queryIndex < 0 ? rawUrl : rawUrl.slice(0, queryIndex);
    let pathname: string;
    try {
      pathname = decodeURIComponent(rawPath);
    } catch {
      return this.#sendText(response, rawPath, 400, "Bad request");
    }
    const page = await this.#options.renderPage?.(request);
    if (page) return this.#sendPage(request, response, page);
    const redirect = redirectFor(this.#redirects, rawPath);
    const file = redirect?.force ? undefined : await this.#resolve(pathname);
    if (file) return this.#sendFile(request, response, pathname, file);
    if (redirect) return this.#applyRedirect(request, response, rawPath, query, redirect);
    return this.#sendText(response, pathname, 404, "Not found");
  }

  async #applyRedirect(
    request: IncomingMessage,
    response: ServerResponse,
    pathname: string,
    query: string,
    { to, status }: RedirectMatch,
  ): Promise<void> {
    const base = this.#options.supabaseUrl;
    if (status === 200 && to.startsWith(`${base}/`)) {
      return this.#options.forward(request, response, addQueryString(to.slice(base.length), query));
    }
    if (status >= 300 && status < 400) {
      response.writeHead(status, { ...this.#ruleHeaders(pathname), location: to + query }).end();
      return;
    }
    const file = await this.#resolve(to);
    if (file) return this.#sendFile(request, response, pathname, file, status);
    return this.#sendText(response, pathname, 404, "Not found");
  }

  /** Sends a page rendered by web/edge, compressed like on a CDN. */
  async #sendPage(
    request: IncomingMessage,
    response: ServerResponse,
    page: Response,
  ): Promise<void> {
    const encoding = pickEncoding(request.headers["accept-encoding"]);
    const body = await compressors[encoding](Buffer.from(await page.arrayBuffer()));
    const headers = Object.fromEntries(page.headers);
    if (encoding !== "identity") headers["content-encoding"] = encoding;
    response.writeHead(page.status, { ...headers, vary: "accept-encoding" });
    response.end(request.method === "HEAD" ? undefined : body);
  }

  #ruleHeaders(pathname: string): Record<string, string> {
    return Object.fromEntries(headersFor(this.#headers, pathname));
  }

  #sendText(response: ServerResponse, pathname: string, status: number, text: string): void {
    const typeHeader = { "content-type": "text/plain; charset=utf-8" };
    response.writeHead(status, { ...this.#ruleHeaders(pathname), ...typeHeader }).end(`${text}\n`);
  }

  async #sendFile(
    request: IncomingMessage,
    response: ServerResponse,
    pathname: string,
    file: SiteFile,
    status = 200,
  ): Promise<void> {
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.setHeader("allow", "GET, HEAD");
      return this.#sendText(response, pathname, 405, "Method not allowed");
    }
    const encoding = isCompressible(file.type)
      ? pickEncoding(request.headers["accept-encoding"])
      : "identity";
    const etag = `"${file.etag}-${encoding}"`;
    const headers: Record<string, string | number> = {
      "cache-control": "public, max-age=0, must-revalidate",
      vary: "accept-encoding",
      ...this.#ruleHeaders(pathname),
      etag,
    };
    // Browsers must not cache a missing asset for a year.
    if (status >= 400) headers["cache-control"] = "no-store";
    if (request.headers["if-none-match"] === etag) {
      response.writeHead(304, headers).end();
      return;
    }
    const bodyPromise = file.encodedBodies.get(encoding) ?? compressors[encoding](file.body);
    file.encodedBodies.set(encoding, bodyPromise);
    const body = await bodyPromise;
    if (encoding !== "identity") headers["content-encoding"] = encoding;
    headers["content-type"] = file.type;
    headers["content-length"] = body.length;
    response.writeHead(status, headers).end(request.method === "HEAD" ? undefined : body);
  }
}
