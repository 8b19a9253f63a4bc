import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { findCanonicalPagePath } from "../../../web/edge/page-path.ts";
import { RULES_PATH } from "../../../web/edge/project.ts";
import {
  isReadRequest,
  createMethodNotAllowedResponse,
  createRedirectResponse,
  refuseEncodedSlash,
} from "../../../web/edge/responses.ts";
import { getContentType, isCompressible } from "./content-types.ts";
import { SharedAnswers } from "./shared-answers.ts";
import {
  fillSupabaseUrl,
  collectHeaders,
  parseHeaders,
  parseRedirects,
  findRedirect,
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
  /** Redirects a path that would be a 404, if it's clear which page was meant. */
  redirectToMeantPage?: (request: IncomingMessage) => Promise<Response | undefined>;
  /** Handles a rewrite to the Supabase project, such as `/functions/v1/api/events`. */
  forward: (request: IncomingMessage, response: ServerResponse, target: string) => void;
}

/** Files are compressed once; pages that are rendered each time, as fast as CDNs compress them. */
const FILE_QUALITY = 9;
const PAGE_QUALITY = 4;

const compressors = {
  br: (body: Buffer, quality: number) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 6 }),
  identity: (body: Buffer) => Promise.resolve(body),
};

/**
 * The paths of hidden files and of `_headers`, and the paths that wrangler.jsonc sends to the Worker before any file is
 * served.
 */
const PATH_WITHOUT_FILE = /^\/(_headers|404|app)$|\/[./]|[%\0]|\.html$|\/index$/;

export function pickEncoding(acceptEncoding: string | undefined): Encoding {
  const offeredEncodings = (acceptEncoding ?? "")
    .split(",")
    .map((offer) => offer.trim().toLowerCase());
  const acceptsEncoding = (name: string) =>
    offeredEncodings.some(
      (offer) => offer.split(";")[0] === name && !/;\s*q=0(\.0*)?$/.test(offer),
    );
  if (acceptsEncoding("br")) return "br";
  return acceptsEncoding("gzip") ? "gzip" : "identity";
}

/** Serves the built site like a CDN. Files are cached in memory, so a new build needs a restart. */
export class SiteServer {
  readonly #options: SiteOptions;
  readonly #files = new Map<string, Promise<SiteFile | undefined>>();
  readonly #sharedAnswers = new SharedAnswers();
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
    this.#redirects = parseRedirects(await readConfiguration(RULES_PATH));
  }

  async #readFile(name: string): Promise<SiteFile | undefined> {
    const file = path.resolve(this.#options.folder, `.${name}`);
    if (!file.startsWith(this.#options.folder + path.sep)) return undefined;
    const stats = await stat(file).catch(() => undefined);
    if (!stats?.isFile()) return undefined;
    const body = await readFile(file);
    const etag = createHash("sha256").update(body).digest("base64url").slice(0, 24);
    return { body, type: getContentType(file), etag, encodedBodies: new Map() };
  }

  #findFile(name: string): Promise<SiteFile | undefined> {
    let filePromise = this.#files.get(name);
    if (!filePromise) {
      filePromise = this.#readFile(name);
      this.#files.set(name, filePromise);
      // Forget files that don't exist, or requests for random names would fill up memory.
      void filePromise.then((siteFile) => siteFile ?? this.#files.delete(name));
    }
    return filePromise;
  }

  /** Finds the file for a path as a CDN does: the path itself or `<path>.html`. */
  async #resolve(pathname: string): Promise<SiteFile | undefined> {
    if (PATH_WITHOUT_FILE.test(pathname)) return undefined;
    const name = pathname === "/" ? "/index" : pathname;
    return (await this.#findFile(name)) ?? this.#findFile(`${name}.html`);
  }

  handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    return this.#sharedAnswers.handle(request, response, () => this.#answer(request, response));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A request target isn't always a path, but a site needs only paths.
    if (!request.url?.startsWith("/")) return this.#sendText(response, "/", 400, "Bad request");
    const url = new URL(`http://site${request.url}`);
    const { pathname, search } = url;
    const refusal = refuseEncodedSlash(pathname);
    if (refusal) return this.#sendResponse(request, response, refusal);
    const page = await this.#options.renderPage?.(request);
    if (page) return this.#sendResponse(request, response, page);
    const match = findRedirect(this.#redirects, pathname);
    const base = this.#options.supabaseUrl;
    if (match?.status === 200 && match.to.startsWith(`${base}/`)) {
      const target = addQueryString(match.to.slice(base.length), search);
      return this.#options.forward(request, response, target);
    }
    if (!isReadRequest(request))
      return this.#sendResponse(request, response, createMethodNotAllowedResponse());
    const pagePath = findCanonicalPagePath(pathname);
    if (pagePath !== undefined)
      return this.#sendResponse(request, response, createRedirectResponse(301, pagePath + search));
    const file = await this.#resolve(pathname);
    if (file) return this.#sendFile(request, response, pathname, file);
    if (!match || match.status === 404) {
      const redirect = await this.#options.redirectToMeantPage?.(request);
      if (redirect) return this.#sendResponse(request, response, redirect);
    }
    if (match) return this.#applyRedirect(request, response, url, match);
    return this.#sendText(response, pathname, 404, "Not found");
  }

  async #applyRedirect(
    request: IncomingMessage,
    response: ServerResponse,
    { pathname, search }: URL,
    { to, status }: RedirectMatch,
  ): Promise<void> {
    if (status >= 300 && status < 400)
      return this.#sendResponse(request, response, createRedirectResponse(status, to + search));
    const file = await this.#findFile(to);
    if (file) return this.#sendFile(request, response, pathname, file, status);
    return this.#sendText(response, pathname, 404, "Not found");
  }

  /** Sends a response from web/edge, compressed as on a CDN. */
  async #sendResponse(
    request: IncomingMessage,
    response: ServerResponse,
    webResponse: Response,
  ): Promise<void> {
    const content = Buffer.from(await webResponse.arrayBuffer());
    const encoding =
      content.length === 0 ? "identity" : pickEncoding(request.headers["accept-encoding"]);
    const body = await compressors[encoding](content, PAGE_QUALITY);
    const headers = Object.fromEntries(webResponse.headers);
    if (encoding !== "identity") headers["content-encoding"] = encoding;
    response.writeHead(webResponse.status, { ...headers, vary: "accept-encoding" });
    response.end(request.method === "HEAD" ? undefined : body);
  }

  #createRuleHeaders(pathname: string): Record<string, string> {
    return Object.fromEntries(collectHeaders(this.#headers, pathname));
  }

  #sendText(response: ServerResponse, pathname: string, status: number, text: string): void {
    const typeHeader = { "content-type": "text/plain; charset=utf-8" };
    response
      .writeHead(status, { ...this.#createRuleHeaders(pathname), ...typeHeader })
      .end(`${text}\n`);
  }

  async #sendFile(
    request: IncomingMessage,
    response: ServerResponse,
    pathname: string,
    file: SiteFile,
    status = 200,
  ): Promise<void> {
    const encoding = isCompressible(file.type)
      ? pickEncoding(request.headers["accept-encoding"])
      : "identity";
    const headers: Record<string, string | number> = {
      "cache-control": "public, max-age=0, must-revalidate",
      vary: "accept-encoding",
      ...this.#createRuleHeaders(pathname),
    };
    // Browsers must not cache a missing asset for a year, or get a 304 for a page that is missing.
    if (status >= 400) headers["cache-control"] = "no-store";
    else headers.etag = `"${file.etag}-${encoding}"`;
    if (headers.etag !== undefined && request.headers["if-none-match"] === headers.etag) {
      response.writeHead(304, headers).end();
      return;
    }
    const bodyPromise =
      file.encodedBodies.get(encoding) ?? compressors[encoding](file.body, FILE_QUALITY);
    file.encodedBodies.set(encoding, bodyPromise);
    const body = await bodyPromise;
    if (encoding !== "identity") headers["content-encoding"] = encoding;
    headers["content-type"] = file.type;
    headers["content-length"] = body.length;
    response.writeHead(status, headers).end(request.method === "HEAD" ? undefined : body);
  }
}
