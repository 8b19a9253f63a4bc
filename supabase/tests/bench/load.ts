import net from "node:net";

export interface LoadFigures {
  readonly requestRate: number;
  /** The 97.5th percentile of response times, in milliseconds. */
  readonly tailLatencyMs: number;
  readonly errors: number;
}

/**
 * Keeps `connections` requests in flight, one at a time on each connection. Uses bare sockets, because a full HTTP
 * client uses so much of two cores that it would be measuring itself, and some clients round latencies to whole
 * milliseconds.
 */
export async function measureLoad(
  url: string,
  connections: number,
  milliseconds: number,
): Promise<LoadFigures> {
  const startedAt = performance.now();
  const deadline = startedAt + milliseconds;
  const latencies: number[] = [];
  const errors = await Promise.all(
    Array.from({ length: connections }, () => sendRequestsUntil(deadline, new URL(url), latencies)),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const sortedLatencies = Float64Array.from(latencies).sort();
  return {
    requestRate: sortedLatencies.length / seconds,
    tailLatencyMs: sortedLatencies[Math.floor(sortedLatencies.length * 0.975)] ?? Number.NaN,
    errors: errors.reduce((sum, value) => sum + value, 0),
  };
}

/** Sends requests on one connection until the given time and returns how many responses weren't 200. */
function sendRequestsUntil(deadline: number, url: URL, latencies: number[]): Promise<number> {
  const request = `GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\n\r\n`;
  return new Promise((resolve, reject) => {
    let errors = 0;
    let sentAt = 0;
    let receivedBytes: Buffer = Buffer.alloc(0);
    const socket = net.connect(Number(url.port), url.hostname);
    const sendRequest = () => {
      sentAt = performance.now();
      socket.write(request);
    };
    socket.setNoDelay(true);
    socket.once("connect", sendRequest);
    socket.once("error", reject);
    socket.once("close", () => resolve(errors));
    socket.on("data", (chunk) => {
      receivedBytes = receivedBytes.length === 0 ? chunk : Buffer.concat([receivedBytes, chunk]);
      const length = findResponseLength(receivedBytes);
      if (length === undefined || receivedBytes.length < length) return;
      const now = performance.now();
      latencies.push(now - sentAt);
      if (!receivedBytes.subarray(0, 12).equals(OK_STATUS_LINE)) errors += 1;
      receivedBytes = Buffer.alloc(0);
      if (now < deadline) sendRequest();
      else socket.destroy();
    });
  });
}

const OK_STATUS_LINE = Buffer.from("HTTP/1.1 200");

/** Returns the length of the whole response in bytes, or undefined until its head has arrived. */
function findResponseLength(receivedBytes: Buffer): number | undefined {
  const headEnd = receivedBytes.indexOf("\r\n\r\n");
  if (headEnd < 0) return undefined;
  const head = receivedBytes.toString("latin1", 0, headEnd);
  const contentLength = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (contentLength === undefined) throw new Error(`A response without a length: ${head}`);
  return headEnd + 4 + Number(contentLength);
}
