import http from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Starts a double of Cloudflare's cache. workerd stores a copy with PUT, with the whole HTTP response as the body, and
 * asks for it with GET.
 */
export async function startCache() {
  const copies = new Map<string, string>();
  const server = http.createServer((request, response) => {
    const key = request.url ?? "";
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (request.method === "PUT") copies.set(key, Buffer.concat(chunks).toString("latin1"));
      const copy = request.method === "GET" ? copies.get(key) : undefined;
      if (request.method === "PURGE") copies.delete(key);
      if (copy === undefined) {
        response.writeHead(request.method === "GET" ? 504 : 204).end();
        return;
      }
      const hit = copy.replace("\r\n", "\r\nCF-Cache-Status: HIT\r\nConnection: close\r\n");
      request.socket.end(Buffer.from(hit, "latin1"));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    copies,
    /** Makes the copies more than a minute old. */
    age: () => {
      for (const [key, copy] of copies)
        copies.set(key, copy.replace(/^X-Fresh-Until: \d+/im, "X-Fresh-Until: 1"));
    },
    stop: () => void server.close(),
  };
}
