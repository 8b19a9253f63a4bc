import { z } from "zod";
import { HEALTH_PROBLEMS } from "./choices.ts";
import { adminEndpoints } from "./endpoint.ts";
import { mailPause } from "./email-outbox.ts";
import { count, timestamp } from "./fields.ts";

const probeResult = {
  /** `refused`: the service responds but rejects our key. */
  state: z.enum(["working", "slow", "failing", "refused"]),
  milliseconds: count,
};

/** Adds states for services that can't be tested, for example because they aren't configured. */
const probeResultWithStates = <const States extends readonly [string, ...string[]]>(
  extraStates: States,
) => ({
  state: z.enum([...z.object(probeResult).shape.state.options, ...extraStates]),
  milliseconds: count.nullable(),
});

/** We don't test whether the AI service responds, because every call costs money. */
const aiStatus = z.object({ state: z.enum(["configured", "unused"]) });

/** The services that the site relies on, as our checks of them found them. */
export const serviceStates = {
  database: z.object({ ...probeResult, time: timestamp }),
  payments: z.object({
    ...probeResultWithStates(["demo", "off"]),
    isLive: z.boolean(),
    /** What Stripe doesn't let our key read or write. */
    refusedLists: z.array(z.string()),
  }),
  /** `log`: emails are written to the log instead of sent. */
  mail: z.object(probeResultWithStates(["log", "off"])),
  storage: z.object(probeResult),
  auth: z.object(probeResult),
};

export const healthProblem = z.object({ kind: z.enum(HEALTH_PROBLEMS), message: z.string() });

export const systemStatusEndpoints = adminEndpoints("settings", {
  readAiStatus: {
    method: "GET",
    path: "/api/system-status/ai",
    area: ["content", "settings"],
    summary: "Whether an AI service is set up",
    output: aiStatus,
  },
  readSystemStatus: {
    method: "GET",
    path: "/api/system-status",
    summary:
      "Live status of the database, payments, email, files and accounts, and when scheduled jobs ran",
    rateLimit: { max: 30, windowSeconds: 300 },
    output: z.object({
      checkedAt: timestamp,
      ...serviceStates,
      mail: serviceStates.mail.extend({
        waitingCount: count,
        oldestWaitingAt: timestamp.nullable(),
        heldCount: count,
        failedCount: count,
        senderRanAt: timestamp.nullable(),
        pause: mailPause,
      }),
      ai: aiStatus,
      /** `refused`: requests that had no permission or came too fast, in the last hour; `unpaid`: payments that were started and not paid, in the last ten minutes. */
      unusualTraffic: z.array(z.object({ kind: z.enum(["refused", "unpaid"]), count })),
      jobs: z.array(
        z.object({
          name: z.string(),
          ranAt: timestamp.nullable(),
          state: z.enum(["on-time", "late", "never"]),
        }),
      ),
      /** The problems that `GET /api/health` reports. */
      problems: z.array(healthProblem),
    }),
  },
});
