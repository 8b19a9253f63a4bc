import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGateway } from "./gateway.ts";

/** Stands in for a function that reads the complete body before it responds. */
const readingFunction = http.createServer((request, response) => {
  request.resume().on("end", () => response.end("read"));
});
/** Stands in for a function that responds immediately, without reading the body. */
const immediateFunction = http.createServer((_, response) => response.end("answered"));
let gateway: http.Server;
const getPort = (server: http.Server) => (server.address() as AddressInfo).port;
const listen = (server: http.Server) => once(server.listen(0, "127.0.0.1"), "listening");

beforeAll(async () => {
  await Promise.all([listen(readingFunction), listen(immediateFunction)]);
  gateway = http.createServer(
    createGateway({
      fetchService: async (request) => Response.json({ read: await request.text() }),
      getFunctionPort: (name) =>
        ({ reading: getPort(readingFunction), immediate: getPort(immediateFunction), starting: 0 })[
          name
        ],
      baseUrl: "http://127.0.0.1",
      log: () => undefined,
      getBodyTimeLimitMs: () => 300,
    }),
  );
  await listen(gateway);
});
afterAll(() => {
  for (const server of [gateway, readingFunction, immediateFunction]) {
    server.closeAllConnections();
    server.close();
  }
});

/** Sends a byte every 50 ms until the connection closes. Returns the response. */
async function sendSlowly(path: string): Promise<string> {
  const socket = net.connect(getPort(gateway), "127.0.0.1");
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n`;
  socket.write(head);
  let receivedText = "";
  socket.on("data", (chunk: Buffer) => (receivedText += chunk.toString()));
  socket.on("error", () => undefined);
  const timer = setInterval(() => socket.write("x"), 50);
  // `once` from node:events would reject if the connection is reset after the response.
  await new Promise((resolve) => socket.once("close", resolve));
  clearInterval(timer);
  return receivedText;
}

describe("a slow request body", () => {
  it.each(["/rest/v1/events", "/auth/v1/token", "/storage/v1/object/uploads/x"])(
    "to %s gets a 408",
    async (path) => {
      expect(await sendSlowly(path)).toMatch(/^HTTP\/1\.1 408 .*"code":"body_too_slow"/s);
    },
  );

  it("to a function gets a 408, and other requests get their responses in the meantime", async () => {
    const slowResponsePromise = sendSlowly("/functions/v1/reading/x");
    const url = `http://127.0.0.1:${getPort(gateway)}/functions/v1/reading/x`;
    const quickResponse = await fetch(url, { method: "POST", body: "all at once" });
    expect([quickResponse.status, await quickResponse.text()]).toEqual([200, "read"]);
    expect(await slowResponsePromise).toMatch(/^HTTP\/1\.1 408 .*"code":"body_too_slow"/s);
  });

  it("doesn't keep the connection open after a function has responded", async () => {
    expect(await sendSlowly("/functions/v1/immediate/x")).toMatch(/^HTTP\/1\.1 200 .*answered/s);
  });
});

it("a request to a function that hasn't started gets a 503, and one to an unknown function gets a 404", async () => {
  const getUrl = (name: string) => `http://127.0.0.1:${getPort(gateway)}/functions/v1/${name}/x`;
  expect((await fetch(getUrl("starting"))).status).toBe(503);
  expect((await fetch(getUrl("unknown"))).status).toBe(404);
});
