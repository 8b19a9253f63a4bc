import type { Caller } from "../caller.ts";
import { AppError } from "../errors.ts";

/** Most checks take less than a second, so the last one in line still starts in time. */
const MAX_WAITING = 20;
const MAX_WAIT_MS = 15_000;

interface Lane {
  isChecking: boolean;
  readonly waiting: (() => void)[];
}

const createLane = (): Lane => ({ isChecking: false, waiting: [] });

/** Administrators have a lane of their own, so strangers' files can't hold up theirs. */
const lanes = { administrators: createLane(), everyoneElse: createLane() };

/**
 * Checks one file at a time in each lane, so several decompression bombs can't starve other requests. Other checks wait
 * for their turn. If that takes too long, callers get an error and have to retry, so don't take the file out of
 * quarantine before calling this.
 */
export async function runQueuedCheck<Result>(
  { kind }: Caller,
  check: () => Promise<Result>,
): Promise<Result> {
  const lane = kind === "admin" ? lanes.administrators : lanes.everyoneElse;
  await waitForTurn(lane);
  try {
    return await check();
  } finally {
    const startNext = lane.waiting.shift();
    if (startNext === undefined) lane.isChecking = false;
    else startNext();
  }
}

async function waitForTurn(lane: Lane): Promise<void> {
  if (!lane.isChecking) {
    lane.isChecking = true;
    return;
  }
  if (lane.waiting.length >= MAX_WAITING) throw createBusyError();
  await new Promise<void>((resolve, reject) => {
    const start = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      lane.waiting.splice(lane.waiting.indexOf(start), 1);
      reject(createBusyError());
    }, MAX_WAIT_MS);
    lane.waiting.push(start);
  });
}

const createBusyError = () =>
  new AppError("busy", {
    message: "We're checking other files right now. Please try again in a moment.",
    retryAfterSeconds: 1,
  });
