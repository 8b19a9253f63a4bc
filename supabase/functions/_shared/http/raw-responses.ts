import type { Context } from "hono";
import type { RawOutput } from "../contracts/endpoint.ts";
import { endIfUnread } from "./byte-stream.ts";

type Body = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

/** A non-JSON response. Its kind matches the endpoint's output. */
export class RawResponse<Kind extends RawOutput> {
  readonly kind: Kind;
  readonly body: Body | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(kind: Kind, body: Body | null, headers: Readonly<Record<string, string>>) {
    this.kind = kind;
    this.body = body;
    this.headers = headers;
  }
}

type TextType = Exclude<RawOutput, "file" | "redirect">;

/** Printable pages may use inline styles and our images, but no scripts. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'";
/** The policy for PDFs, which some browsers apply to their built-in PDF viewer. */
const DOCUMENT_POLICY =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** Returns a text response, as a download if it has a file name. */
export const createTextResponse = <Type extends TextType>(
  type: Type,
  body: Body,
  filename?: string,
  headers?: Readonly<Record<string, string>>,
): RawResponse<Type> =>
  new RawResponse(type, body, {
    ...headers,
    "Content-Type": `${type}; charset=utf-8`,
    ...(filename === undefined
      ? {}
      : { "Content-Disposition": formatContentDisposition("attachment", filename) }),
    ...(type === "text/html" ? { "Content-Security-Policy": PAGE_POLICY } : {}),
  });

/** Types that browsers may show inline. Types that can hold scripts, such as SVG, are download-only. */
const INLINE_TYPES = /^(application\/pdf|image\/(jpeg|png|webp|gif|avif))$/;

export const createFileResponse = (
  body: Body,
  { type, filename }: { readonly type: string; readonly filename: string },
): RawResponse<"file"> =>
  new RawResponse("file", body, {
    "Content-Type": type,
    "Content-Disposition": formatContentDisposition(
      INLINE_TYPES.test(type) ? "inline" : "attachment",
      filename,
    ),
    ...(type === "application/pdf" ? { "Content-Security-Policy": DOCUMENT_POLICY } : {}),
  });

export const createRedirect = (url: string): RawResponse<"redirect"> =>
  new RawResponse("redirect", null, { Location: url });

/**
 * Returns the Content-Disposition header (RFC 6266): an ASCII name for old clients and the exact name for all others.
 */
function formatContentDisposition(kind: "inline" | "attachment", filename: string): string {
  const asciiName = filename.replaceAll(/[^\w .()-]/g, "_");
  const encodedName = encodeURIComponent(filename).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${asciiName}"; filename*=UTF-8''${encodedName}`;
}

/** Not cached, because access can be withdrawn. */
export async function sendRaw(context: Context, response: unknown): Promise<Response> {
  const { kind, body, headers } = response as RawResponse<RawOutput>;
  const isHead = context.req.raw.method === "HEAD";
  const isStream = body instanceof ReadableStream;
  // A HEAD response has no body, so the stream would never be read.
  if (isHead && isStream) await body.cancel();
  const sentBody = isStream ? endIfUnread(body) : body;
  return context.newResponse(isHead ? null : sentBody, kind === "redirect" ? 303 : 200, {
    ...headers,
    "Cache-Control": "no-store",
  });
}
