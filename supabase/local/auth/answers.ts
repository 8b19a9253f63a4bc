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

/** Clients that name a version of the API get `{code, message}`, older ones `{code, error_code, msg}`. */
export function refusalAnswer(
  { status, code, message }: AuthRefusal,
  { headers }: Request,
): Response {
  const isCurrent = (headers.get(VERSION_HEADER) ?? "") >= "2024-01-01";
  return Response.json(
    isCurrent ? { code, message } : { code: status, error_code: code, msg: message },
    {
      status,
      headers: {
        "x-sb-error-code": code,
        ...(isCurrent ? { [VERSION_HEADER]: "2024-01-01" } : {}),
      },
    },
  );
}

/** The answer with another body; headers of the old one that speak of it go. */
export function withBody(answer: Response, body: unknown): Response {
  const headers = new Headers(answer.headers);
  headers.delete("content-length");
  return Response.json(body, { status: answer.status, headers });
}
