import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";

const servers: http.Server[] = [];

/** Starts a server on a free port. Returns its URL. */
export async function listen(handler: http.RequestListener): Promise<string> {
  const server = http.createServer(handler);
  servers.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export function closeServers(): void {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
}
