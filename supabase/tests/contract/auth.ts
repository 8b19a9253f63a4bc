import { facts } from "./stack.ts";

/** A request to Supabase Auth as a browser sends it, or as the server does with a secret key. */
interface AuthRequest {
  readonly body?: object;
  readonly token?: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Another loopback address of this machine, so that requests from it count as another visitor's. */
  readonly host?: string;
}

export interface AuthResponse {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests inspect responses of every shape
  readonly json: any;
}

export async function requestAuth(
  method: string,
  path: string,
  { body, token, key = facts.publishableKey, headers = {}, host }: AuthRequest = {},
): Promise<AuthResponse> {
  const url = new URL(`/auth/v1${path}`, facts.apiUrl);
  if (host !== undefined) url.hostname = host;
  const response = await fetch(url, {
    method,
    headers: {
      apikey: key,
      "X-Supabase-Api-Version": "2024-01-01",
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    json: text === "" ? undefined : JSON.parse(text),
  };
}
