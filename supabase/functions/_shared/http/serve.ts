import type { Hono } from "hono";
import type { AppBindings } from "./app.ts";

interface Connection {
  readonly remoteAddr: { readonly transport: string; readonly hostname?: string };
}

/** A Hono app as `Deno.serve` takes it, told which peer it accepted each connection from. */
export const served =
  (app: Hono<AppBindings>) =>
  (request: Request, connection: Connection): Response | Promise<Response> =>
    app.fetch(request, { peerAddress: connection.remoteAddr.hostname ?? "unknown" });
