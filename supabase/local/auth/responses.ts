/** An error that is returned in Supabase Auth's format. */
export class AuthRefusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const VERSION_HEADER = "x-supabase-api-version";
const API_VERSION = "2024-01-01";

export const createRefusalResponse = ({ status, code, message }: AuthRefusal): Response =>
  Response.json(
    { code: status, error_code: code, msg: message },
    { status, headers: { "x-sb-error-code": code } },
  );

/** Converts errors to `{code, message}` for clients that send an API version. Lite supports only the older format. */
export async function toRequestedVersion(request: Request, response: Response): Promise<Response> {
  if ((request.headers.get(VERSION_HEADER) ?? "") < API_VERSION) return response;
  response.headers.set(VERSION_HEADER, API_VERSION);
  if (response.status < 400 || response.headers.get("content-type")?.includes("json") !== true) {
    return response;
  }
  const body = (await response.json()) as Record<string, unknown>;
  const { error_code: code, msg: message, code: _status, ...otherFields } = body;
  return replaceBody(response, code === undefined ? body : { code, message, ...otherFields });
}

/** Returns a copy of the response with a new body and without the old content length. */
export function replaceBody(response: Response, body: unknown): Response {
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  return Response.json(body, { status: response.status, headers });
}
