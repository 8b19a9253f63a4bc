import process from "node:process";
import { requireImage } from "../../functions/_shared/images/clean-image.ts";

declare const Deno: { serve(handler: (request: Request) => Promise<Response>): void };

/** Processor time in milliseconds, because other processes on the machine also make turns longer. */
const readProcessorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Checks a picture and measures how long it keeps the process from handling anything else. */
async function measureLongestTurn(bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  let longestMs = 0;
  let turnStart = readProcessorMs();
  const endTurn = () => {
    const now = readProcessorMs();
    longestMs = Math.max(longestMs, now - turnStart);
    turnStart = now;
  };
  const timer = setInterval(endTurn, 0);
  await requireImage(bytes).catch(() => undefined);
  endTurn();
  clearInterval(timer);
  return longestMs;
}

// oxlint-disable-next-line no-restricted-globals -- the check runs on the same runtime as the functions
Deno.serve(async (request) => {
  const bytes = new Uint8Array(await request.arrayBuffer());
  // Ends the turn in which the file arrived.
  await new Promise((resolve) => setTimeout(resolve, 10));
  return Response.json(await measureLongestTurn(bytes));
});
