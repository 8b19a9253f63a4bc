import http, { type RequestListener } from "node:http";
import { BusyPortProblem } from "./ports.ts";

export interface RunningServer {
  stop(): Promise<void>;
}

function listen(server: http.Server, port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const onError = (error: NodeJS.ErrnoException) => resolve(error.code ?? "UNKNOWN");
    server.once("error", onError);
    server.listen({ port, host }, () => {
      server.off("error", onError);
      resolve(undefined);
    });
  });
}

/**
 * Time limits for headers and complete requests, in milliseconds. Slower clients get a 408. Idle connections stay open for a
 * minute, because a client that reuses one just as it closes loses its request.
 */
const timeouts = {
  headersTimeout: 20_000,
  requestTimeout: 180_000,
  keepAliveTimeout: 60_000,
  connectionsCheckingInterval: 5000,
};

/** Listens on both loopback addresses, or only on IPv4 if the machine has no IPv6. */
export async function serveOnLoopback(
  variable: string,
  port: number,
  listener: RequestListener,
  limits: http.ServerOptions = timeouts,
): Promise<RunningServer> {
  const servers: http.Server[] = [];
  const stop = async () => {
    await Promise.all(
      servers.map((server) => {
        const closePromise = new Promise((resolve) => server.close(resolve));
        server.closeAllConnections();
        return closePromise;
      }),
    );
  };
  for (const host of ["127.0.0.1", "::1"]) {
    const server = http.createServer(limits, listener);
    const code = await listen(server, port, host);
    if (code === undefined) servers.push(server);
    if (code === "EADDRINUSE" || (code !== undefined && host === "127.0.0.1")) {
      await stop();
      throw new BusyPortProblem(variable, port);
    }
  }
  return { stop };
}
