import { z } from "zod";
import { donorTask } from "./donor-tasks.ts";
import { adminEndpoints } from "./endpoint.ts";
import { date, decimal, id } from "./fields.ts";

/** Maximum number of donors to list. More appear as the listed ones are called. */
export const CALLS_MAX = 100;

export const thankYouCallEndpoints = adminEndpoints("giving", {
  listThankYouCalls: {
    method: "GET",
    path: "/api/thank-you-calls",
    summary: `Donors to call, up to ${CALLS_MAX}: those who first gave in the last 30 days or gave at least $250 at once, and haven't been called since`,
    output: z.array(
      z.object({
        donorId: id,
        firstName: z.string(),
        lastName: z.string(),
        phone: z.string(),
        /** The donation that the call is about. */
        amount: decimal,
        date,
      }),
    ),
  },
  recordThankYouCall: {
    method: "POST",
    path: "/api/thank-you-calls",
    summary: "Record that a donor was called; repeating the request returns the same call",
    status: 201,
    body: z.strictObject({ donorId: id }),
    output: donorTask,
  },
});
