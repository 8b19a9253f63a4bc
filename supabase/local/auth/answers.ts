/** A refusal of Supabase Auth: its status, its code and its sentence. */
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

/** Clients that name a version of the API get refusals as `{code, message}`; lite knows the older form alone. */
export async function inVersionOf(request: Request, answer: Response): Promise<Response> {
  if ((request.headers.get(VERSION_HEADER) ?? "") < VERSION) return answer;
  answer.headers.set(VERSION_HEADER, VERSION);
  if (answer.status < 400 || answer.headers.get("content-type")?.includes("json") !== true) {
    return answer;
  }
  const body = (await answer.json()) as Record<string, unknown>;
  const { error_code: code, msg: message, code: _status, ...more } = body;
  return withBody(answer, code === undefined ? body : { code, message, ...more });
}

/** The answer with another body; headers of the old one that speak of it go. */
export function withBody(answer: Response, body: unknown): Response {
  const headers = new Headers(answer.headers);
  headers.delete("content-length");
  return Response.json(body, { status: answer.status, headers });
}
