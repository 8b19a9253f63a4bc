import { randomInt } from "node:crypto";
import net from "node:net";
import { Problem } from "./problem.ts";

/** Both loopback addresses, because browsers resolve `localhost` to either. */
const loopbackHosts = ["127.0.0.1", "::1"];

/** Resolves to the error code if the port can't be bound, or to undefined if it is free. */
function tryToBind(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => resolve(error.code));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(undefined)));
  });
}

export async function isPortFree(port: number): Promise<boolean> {
  const results = await Promise.all(loopbackHosts.map((host) => tryToBind(port, host)));
  return !results.includes("EADDRINUSE");
}

/**
 * The first of the ports that Linux assigns to outgoing connections. One of those connections could hold a port that we
 * want to open.
 */
const FIRST_EPHEMERAL_PORT = 32_768;

function createBusyPortMessage(variable: string, port: number): string {
  if (port < FIRST_EPHEMERAL_PORT) {
    return (
      `Port ${port} (${variable}) is in use by another program. ` +
      `Stop that program, or choose another port: ${variable}=${port + 100} npm start`
    );
  }
  return (
    `Port ${port} (${variable}) is in use by another program or by an outgoing connection, which can take any port ` +
    `from ${FIRST_EPHEMERAL_PORT} up. Try again in a minute, or choose a lower port: ${variable}=${20_000 + (port % 10_000)} npm start`
  );
}

export class BusyPortProblem extends Problem {
  constructor(variable: string, port: number) {
    super(createBusyPortMessage(variable, port));
  }
}

/** Throws if the port is busy or not permitted. The error names the port and the variable to change. */
export async function requirePort(variable: string, port: number): Promise<void> {
  const code = await tryToBind(port, "127.0.0.1");
  if (code === "EACCES") {
    throw new Problem(
      `Port ${port} (${variable}) needs more permissions than this user has. Choose a port above 1023.`,
    );
  }
  if (!(await isPortFree(port))) throw new BusyPortProblem(variable, port);
}

export function parsePort(variable: string, value: string | undefined, fallback: number): number {
  if (value === undefined || value === "") return fallback;
  // Plain decimals only: programs disagree about 04173 and 0x1234.
  const port = /^[1-9]\d{0,4}$/.test(value) ? Number(value) : 0;
  if (port < 1 || port > 65535) {
    throw new Problem(`${variable} must be a port number from 1 to 65535, not "${value}".`);
  }
  return port;
}

export function requireDifferentPorts(webPort: number, apiPort: number): void {
  if (webPort !== apiPort) return;
  throw new Problem(
    `WEB_PORT and API_PORT are both ${webPort}. The site and the gateway each need their own port. Change one of them.`,
  );
}

/**
 * Finds a free port below the range for outgoing connections, because an outgoing connection could take the port during
 * a restart.
 */
export async function findFreePort(): Promise<number> {
  const port = randomInt(20_000, FIRST_EPHEMERAL_PORT);
  return (await isPortFree(port)) ? port : findFreePort();
}

const PORT_ATTEMPTS = 3;

/** Does something with free ports, and again with others if another program takes one of them first. */
export async function retryOnFreePorts<Result>(
  work: (findPort: () => Promise<number>) => Promise<Result>,
  attempts = PORT_ATTEMPTS,
): Promise<Result> {
  try {
    return await work(findFreePort);
  } catch (error) {
    if (!(error instanceof BusyPortProblem) || attempts === 1) throw error;
    return retryOnFreePorts(work, attempts - 1);
  }
}
