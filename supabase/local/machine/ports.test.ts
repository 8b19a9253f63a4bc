import net from "node:net";
import { afterEach, expect, it } from "vitest";
import {
  BusyPortProblem,
  findFreePort,
  isPortFree,
  parsePort,
  requireDifferentPorts,
  requirePort,
  retryOnFreePorts,
} from "./ports.ts";

let otherServer: net.Server | undefined;

afterEach(() => otherServer?.close());

async function occupyPort(host: string): Promise<number> {
  const port = await findFreePort();
  otherServer = net.createServer();
  await new Promise<void>((resolve) => otherServer!.listen(port, host, resolve));
  return port;
}

it("the error for a busy port names the port and its variable, and suggests another port", async () => {
  const port = await occupyPort("127.0.0.1");
  await expect(requirePort("WEB_PORT", port)).rejects.toThrow(
    `Port ${port} (WEB_PORT) is in use by another program. ` +
      `Stop that program, or choose another port: WEB_PORT=${port + 100} npm start`,
  );
});

it("a lower port is suggested if the busy one may belong to an outgoing connection", () => {
  const createMessage = (port: number) => new BusyPortProblem("API_PORT", port).message;
  expect(createMessage(54_321)).toBe(
    "Port 54321 (API_PORT) is in use by another program or by an outgoing connection, which can take any port " +
      "from 32768 up. Try again in a minute, or choose a lower port: API_PORT=24321 npm start",
  );
  expect(createMessage(32_767)).not.toContain("outgoing");
  expect(createMessage(32_768)).toContain("outgoing");
});

it("a free port is accepted", async () => {
  const port = await findFreePort();
  expect(await isPortFree(port)).toBe(true);
  expect(port, "below the range of outgoing connections").toBeLessThan(32_768);
  await expect(requirePort("API_PORT", port)).resolves.toBeUndefined();
});

it.each(["abc", "0", "70000", "80.5", "04173", "0x1234", "1e3", " 4173", "+4173"])(
  "%s is refused as a port",
  (value) => {
    expect(() => parsePort("WEB_PORT", value, 1)).toThrow(
      `WEB_PORT must be a port number from 1 to 65535, not "${value}".`,
    );
  },
);

it("the same port for both servers is refused", () => {
  expect(() => requireDifferentPorts(5000, 5000)).toThrow("WEB_PORT and API_PORT are both 5000.");
  expect(() => requireDifferentPorts(5000, 5001)).not.toThrow();
});

it("the default port is used if none is set", () => {
  expect(parsePort("WEB_PORT", undefined, 4173)).toBe(4173);
  expect(parsePort("WEB_PORT", "", 4173)).toBe(4173);
  expect(parsePort("WEB_PORT", "5000", 4173)).toBe(5000);
});

it("other ports are tried if a port is taken after it was found, at most three times", async () => {
  const takenPort = await occupyPort("127.0.0.1");
  const triedPorts: number[] = [];
  const port = await retryOnFreePorts(async (findPort) => {
    const nextPort = triedPorts.length === 0 ? takenPort : await findPort();
    triedPorts.push(nextPort);
    await requirePort("WEB_PORT", nextPort);
    return nextPort;
  });
  expect(triedPorts).toEqual([takenPort, port]);

  let attemptCount = 0;
  const alwaysTaken = retryOnFreePorts(async () => {
    attemptCount += 1;
    await requirePort("WEB_PORT", takenPort);
  });
  await expect(alwaysTaken).rejects.toThrow("is in use by another program");
  expect(attemptCount).toBe(3);
});

it("other errors aren't retried", async () => {
  let attemptCount = 0;
  const failure = retryOnFreePorts(() => {
    attemptCount += 1;
    return Promise.reject(new Error("the disk is full"));
  });
  await expect(failure).rejects.toThrow("the disk is full");
  expect(attemptCount).toBe(1);
});
