import type { Hono } from "hono";
import type { AppBindings } from "./app.ts";

interface Connection {
  readonly remoteAddr: { readonly transport: string; readonly hostname?: string };
}

/** Adapts a Hono app to `Deno.serve` and passes on the peer address of each connection. */
export const toDenoHandler =
  (app: Hono<AppBindings>) =>
  (request: Request, connection: Connection): Response | Promise<Response> =>
    app.fetch(request, { peerAddress: connection.remoteAddr.hostname ?? "unknown" });
