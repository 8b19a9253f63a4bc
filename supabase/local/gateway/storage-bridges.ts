/*
 * Fixes for storage requests that @supabase/lite 0.10.0 handles differently from Supabase, so that product code can be
 * written for Supabase alone.
 */

function isStorage(request: Request): boolean {
  return new URL(request.url).pathname.startsWith("/storage/v1/");
}

/** Extracts the file from the form, because supabase-js names the form's file part "" and lite only looks for "file". */
async function unwrapMultipart(request: Request): Promise<Request> {
  const type = request.headers.get("content-type") ?? "";
  if (!type.startsWith("multipart/form-data")) return request;
  const form = await request.clone().formData();
  const formValues = [...form.values()];
  const file = formValues.find((value) => value instanceof File);
  if (!file) return request;
  const headers = new Headers(request.headers);
  headers.set("content-type", file.type || "application/octet-stream");
  headers.set("content-length", String(file.size));
  const cacheControl = form.get("cacheControl");
  if (typeof cacheControl === "string") headers.set("cache-control", `max-age=${cacheControl}`);
  return new Request(request.url, {
    method: request.method,
    headers,
    body: await file.arrayBuffer(),
  });
}

export async function bridgeRequest(request: Request): Promise<Request> {
  return isStorage(request) && request.method !== "GET" ? unwrapMultipart(request) : request;
}

interface SignedUrlBody {
  signedUrl?: string;
  [field: string]: unknown;
}

/** Makes a path relative to the storage service, as on Supabase. Lite's paths are relative to the host. */
function dropServicePrefix(url: string): string {
  return url.replace(/^\/storage\/v1/, "");
}

/** Renames lite's `signedUrl` to Supabase's field: `url` for uploads, `signedURL` for downloads. */
export function renameSignedUrl(body: SignedUrlBody, field: "url" | "signedURL"): SignedUrlBody {
  const { signedUrl, ...otherFields } = body;
  if (signedUrl === undefined) return body;
  return { ...otherFields, [field]: signedUrl ? dropServicePrefix(signedUrl) : null };
}

export async function bridgeResponse(request: Request, response: Response): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (request.method !== "POST" || !response.ok) return response;
  const isUpload = pathname.startsWith("/storage/v1/object/upload/sign/");
  if (!isUpload && !pathname.startsWith("/storage/v1/object/sign/")) return response;
  const field = isUpload ? "url" : "signedURL";
  const body = (await response.json()) as SignedUrlBody | SignedUrlBody[];
  const renamedBody = Array.isArray(body)
    ? body.map((item) => renameSignedUrl(item, field))
    : renameSignedUrl(body, field);
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  return new Response(JSON.stringify(renamedBody), { status: response.status, headers });
}
