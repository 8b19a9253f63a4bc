import { once } from "node:events";
import net from "node:net";
import { expect, it } from "vitest";
import { serveOnLoopback } from "./http-server.ts";
import { findFreePort } from "./ports.ts";

it("a connection whose headers never arrive is closed with a 408", async () => {
  const port = await findFreePort();
  const limits = { headersTimeout: 100, connectionsCheckingInterval: 50 };
  const server = await serveOnLoopback("WEB_PORT", port, (_, response) => response.end(), limits);
  const socket = net.connect(port, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n");
  let receivedText = "";
  socket.on("data", (chunk: Buffer) => (receivedText += chunk.toString()));
  await once(socket, "close");
  expect(receivedText).toMatch(/^HTTP\/1\.1 408 /);
  await server.stop();
});
