/*
 * What stands in front of our functions, Auth and Storage sends in their place, word for word: Supabase's gateway, the
 * edge runtime, Cloudflare in front of both, and the network that the visitor is in.
 */

export interface PlatformRefusal {
  readonly name: string;
  readonly status: number;
  readonly type: "application/json" | "text/html" | "text/plain";
  readonly body: string;
  /** Words of the body that no visitor may read. */
  readonly words: RegExp;
}

const jsonRefusal = (
  name: string,
  status: number,
  body: object,
  words: RegExp,
): PlatformRefusal => ({
  name,
  status,
  type: "application/json",
  body: JSON.stringify(body),
  words,
});

const pageRefusal = (name: string, status: number, title: string, text: string) => ({
  name,
  status,
  type: "text/html" as const,
  body: `<!DOCTYPE html>\n<html lang="en-US">\n<head><title>${title}</title></head>\n<body><h1>${text}</h1></body>\n</html>\n`,
  words: new RegExp(`${text}|<html`, "i"),
});

/** The twelve kinds of refusal, from the lowest status to the highest. */
export const PLATFORM_REFUSALS: readonly PlatformRefusal[] = [
  pageRefusal(
    "a login page of a guest network",
    200,
    "Guest Wi-Fi",
    "Accept our terms to go online",
  ),
  jsonRefusal(
    "a function that checks tokens at the gateway",
    401,
    { code: "UNAUTHORIZED_NO_AUTH_HEADER", message: "Missing authorization header" },
    /authorization header/i,
  ),
  jsonRefusal(
    "a deleted API key",
    401,
    {
      message: "Invalid API key",
      hint: "Double check your Supabase `anon` or `service_role` API key.",
    },
    /API key/i,
  ),
  jsonRefusal(
    "a project over its quota",
    402,
    {
      message:
        "Service for this project is restricted due to the following violations: exceed_egress_quota. The project owner must upgrade their plan or remove spend caps to restore service.",
    },
    /restricted|quota|spend caps/i,
  ),
  pageRefusal(
    "a CDN that suspects a bot",
    403,
    "Just a moment...",
    "Verify you are human by completing the action below",
  ),
  jsonRefusal(
    "a function that isn't deployed",
    404,
    { code: "NOT_FOUND", message: "Requested function was not found" },
    /Requested function/i,
  ),
  pageRefusal(
    "a body that is too large for the gateway",
    413,
    "413 Request Entity Too Large",
    "413 Request Entity Too Large",
  ),
  jsonRefusal(
    "the gateway's rate limit",
    429,
    { message: "API rate limit exceeded" },
    /rate limit/i,
  ),
  {
    name: "a function that ended without a response",
    status: 500,
    type: "text/plain",
    body: "Internal Server Error",
    words: /Internal Server Error/i,
  },
  jsonRefusal(
    "a function that doesn't start",
    503,
    { code: "BOOT_ERROR", message: "Function failed to start (please check logs)" },
    /check logs/i,
  ),
  pageRefusal(
    "a project that Cloudflare can't reach",
    522,
    "supabase.co | 522: Connection timed out",
    "Connection timed out",
  ),
  jsonRefusal(
    "a function over its limits",
    546,
    {
      code: "WORKER_RESOURCE_LIMIT",
      message: "Function failed due to not having enough compute resources (please check logs)",
    },
    /compute resources|check logs/i,
  ),
];

/** Older and rarer variants, which are told apart by the same rule. */
export const OTHER_REFUSALS: readonly PlatformRefusal[] = [
  jsonRefusal(
    "the older refusal of a missing token",
    401,
    { code: 401, message: "Missing authorization header" },
    /authorization header/i,
  ),
  jsonRefusal(
    "the local runtime's refusal",
    401,
    { msg: "Error: Missing authorization header" },
    /authorization header/i,
  ),
  jsonRefusal(
    "the gateway's refusal of a call without a key",
    401,
    {
      message: "No API key found in request",
      hint: "No `apikey` request header or url param was found.",
    },
    /API key/i,
  ),
  jsonRefusal(
    "the gateway's route that doesn't exist",
    404,
    {
      message: "no Route matched with those values",
      request_id: "4d1c0e2fb4a0f93b2f4c6c1e7d5f9a10",
    },
    /Route matched/i,
  ),
  jsonRefusal(
    "a file that the local runtime can't find",
    500,
    { msg: "InvalidWorkerCreation: worker boot error" },
    /InvalidWorkerCreation/i,
  ),
  jsonRefusal(
    "a function that crashed",
    500,
    { code: "WORKER_ERROR", message: "Function exited due to an error (please check logs)" },
    /check logs/i,
  ),
  jsonRefusal(
    "a gateway without a service",
    503,
    { message: "failure to get a peer from the ring-balancer" },
    /ring-balancer/i,
  ),
  jsonRefusal(
    "a gateway's own outage",
    503,
    { message: "Service Unavailable" },
    /Service Unavailable/i,
  ),
  jsonRefusal(
    "a function without a response",
    504,
    { code: "IDLE_TIMEOUT", message: "Request idle timeout limit (150s) reached" },
    /idle timeout/i,
  ),
  pageRefusal("a paused project", 540, "Project paused", "Project paused"),
  jsonRefusal(
    "the older refusal of a function over its limits",
    546,
    {
      code: "WORKER_LIMIT",
      message: "Function failed due to not having enough compute resources (please check logs)",
    },
    /compute resources/i,
  ),
  jsonRefusal(
    "an error of Cloudflare as JSON",
    521,
    {
      type: "https://developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-5xx-errors/",
      title: "Error 521: Web server is down",
      status: 521,
      error: "web_server_is_down",
    },
    /Web server is down/i,
  ),
  { name: "an empty body", status: 404, type: "text/plain", body: "", words: /$^/ },
];

export const toResponse = ({ status, type, body }: PlatformRefusal): Response =>
  new Response(body, { status, headers: { "Content-Type": type } });
