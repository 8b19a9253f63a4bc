/** An error response in Supabase Auth's format. */
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
const VERSION = "2024-01-01";

export const refusalAnswer = ({ status, code, message }: AuthRefusal): Response =>
  Response.json(
    { code: status, error_code: code, msg: message },
    { status, headers: { "x-sb-error-code": code } },
  );

/** Converts errors to `{code, message}` for clients that send an API version. Lite only has the older format. */
export async function toRequestedVersion(request: Request, answer: Response): Promise<Response> {
  if ((request.headers.get(VERSION_HEADER) ?? "") < VERSION) return answer;
  answer.headers.set(VERSION_HEADER, VERSION);
  if (answer.status < 400 || answer.headers.get("content-type")?.includes("json") !== true) {
    return answer;
  }
  const body = (await answer.json()) as Record<string, unknown>;
  const { error_code: code, msg: message, code: _status, ...more } = body;
  return withBody(answer, code === undefined ? body : { code, message, ...more });
}

/** Returns the response with another body and without the old content length. */
export function withBody(answer: Response, body: unknown): Response {
  const headers = new Headers(answer.headers);
  headers.delete("content-length");
  return Response.json(body, { status: answer.status, headers });
}
