import type { Exchange, Fault, Faults } from "./faulty-deployment.ts";

/** Faults that change responses of the site or the project. */

export const responseFault = (pathPrefix: string, change: (exchange: Exchange) => void): Fault => ({
  changeResponse: (exchange) => {
    if (exchange.path.startsWith(pathPrefix)) change(exchange);
  },
});
export const exactFault = (path: string, change: (exchange: Exchange) => void): Fault =>
  responseFault(path, (exchange) => {
    if (exchange.path === path) change(exchange);
  });
export const headerFault = (path: string, name: string, value: string): Fault =>
  exactFault(path, ({ headers }) => headers.set(name, value));
export const missingHeaderFault = (name: string): Fault =>
  exactFault("/", ({ headers }) => headers.delete(name));
export const replacedTextFault = (pathPrefix: string, from: string | RegExp, to: string): Fault =>
  responseFault(pathPrefix, (exchange) => {
    exchange.body = exchange.body.replace(from, to);
  });
export const respond = (exchange: Exchange, status: number, body: string) => {
  exchange.status = status;
  exchange.headers.set("Content-Type", "text/html");
  exchange.body = body;
};
export const notFoundFault = (pathPrefix: string): Fault =>
  responseFault(pathPrefix, (exchange) => respond(exchange, 404, "<title>Page Not Found</title>"));
/** Cloudflare's challenge. A refusal by Browser Integrity Check has the same status, without the header. */
export const challengeFault = (agent: RegExp, status: number): Fault =>
  responseFault("/", (exchange) => {
    if (!agent.test(exchange.requestHeaders["user-agent"] ?? "")) return;
    respond(exchange, status, "<title>Just a moment...</title>");
    if (status === 429) exchange.headers.set("cf-mitigated", "challenge");
  });
export const downFault = (pathPrefix: string): Fault =>
  responseFault(pathPrefix, (exchange) => respond(exchange, 503, "upstream is down"));
/** Simulates Supabase's response for a function that isn't deployed. */
export const missingFunctionFault = (path: string): Fault =>
  exactFault(`/functions/v1${path}`, (exchange) =>
    respond(exchange, 404, '{"code":"NOT_FOUND","message":"Requested function was not found"}'),
  );
export const healthFault = (kind: string, message: string): Fault =>
  exactFault("/api/health", (exchange) => {
    exchange.status = 503;
    exchange.body = JSON.stringify({
      message,
      code: "unhealthy",
      issues: [{ path: kind, message }],
      requestId: "1",
    });
  });

/** Changes what the functions say about their configuration. */
export const configurationFault = (from: string | RegExp, to: string): Faults => ({
  site: replacedTextFault("/api/health/deployment", from, to),
});
