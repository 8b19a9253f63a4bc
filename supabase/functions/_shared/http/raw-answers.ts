import type { Context } from "hono";
import type { RawOutput } from "../contracts/endpoint.ts";

type Body = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

/** An answer that is not JSON, as it goes out. Its kind is what the entry says it gives. */
export class RawAnswer<Kind extends RawOutput> {
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

/** A printable page has a style of its own and pictures of ours; nothing in it runs. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'";
/** What browsers show a document with is their own, and some ask the policy for it. */
const DOCUMENT_POLICY =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** A text, as a download where it has a file name. */
export const textAnswer = <Type extends TextType>(
  type: Type,
  body: Body,
  filename?: string,
): RawAnswer<Type> =>
  new RawAnswer(type, body, {
    "Content-Type": `${type}; charset=utf-8`,
    ...(filename === undefined
      ? {}
      : { "Content-Disposition": disposition("attachment", filename) }),
    ...(type === "text/html" ? { "Content-Security-Policy": PAGE_POLICY } : {}),
  });

/** Browsers may show these themselves. What can hold a script, an SVG say, is downloaded only. */
const SHOWN = /^(application\/pdf|image\/(jpeg|png|webp|gif|avif))$/;

export const fileAnswer = (
  body: Body,
  { type, filename }: { readonly type: string; readonly filename: string },
): RawAnswer<"file"> =>
  new RawAnswer("file", body, {
    "Content-Type": type,
    "Content-Disposition": disposition(SHOWN.test(type) ? "inline" : "attachment", filename),
    ...(type === "application/pdf" ? { "Content-Security-Policy": DOCUMENT_POLICY } : {}),
  });

/** To another page, asked for with GET. */
export const redirectAnswer = (address: string): RawAnswer<"redirect"> =>
  new RawAnswer("redirect", null, { Location: address });

/** The name as RFC 6266 writes it: plain for old programs, and as it is for all others. */
function disposition(kind: "inline" | "attachment", filename: string): string {
  const plain = filename.replaceAll(/[^\w .()-]/g, "_");
  const encoded = encodeURIComponent(filename).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Kept by nobody: what may be read today may be withdrawn tomorrow. */
export async function sendRaw(context: Context, answer: unknown): Promise<Response> {
  const { kind, body, headers } = answer as RawAnswer<RawOutput>;
  const isHead = context.req.raw.method === "HEAD";
  // Only the headers go out then, and nobody would ever read the stream to its end.
  if (isHead && body instanceof ReadableStream) await body.cancel();
  return context.newResponse(isHead ? null : body, kind === "redirect" ? 303 : 200, {
    ...headers,
    "Cache-Control": "no-store",
  });
}
