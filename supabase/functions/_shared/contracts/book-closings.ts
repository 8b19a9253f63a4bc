import { z } from "zod";
import { LATE_ENTRY_KINDS } from "./choices.ts";
import { adminEndpoints } from "./endpoint.ts";
import { date, decimal, id, line, timestamp } from "./fields.ts";

const bookClosing = z.object({
  id,
  /** The last day of the last closed month. */
  closedThrough: date,
  /** Why an owner opened closed months again; null if months were closed. */
  reason: z.string().nullable(),
  closedBy: z.string(),
  createdAt: timestamp,
});

export const bookClosingEndpoints = adminEndpoints("giving", {
  listBookClosings: {
    method: "GET",
    path: "/api/book-closings",
    summary: "The latest 50 closings of the books; the first one counts",
    output: z.array(bookClosing),
  },
  closeBooks: {
    method: "POST",
    path: "/api/book-closings",
    summary:
      "Close the books through the end of a month that is over; only an owner, with a reason, opens closed months again",
    status: 201,
    idempotencyKey: "replay",
    body: z.strictObject({
      closedThrough: date,
      /** Required if closed months are opened again. */
      reason: line(500, 0).nullable().optional(),
    }),
    output: bookClosing,
  },
  listLateEntries: {
    method: "GET",
    path: "/api/late-entries",
    summary: "The latest 200 changes to closed months, by when they were entered or reported",
    output: z.array(
      z.object({
        id,
        kind: z.enum(LATE_ENTRY_KINDS),
        /** The donation, the noncash donation or the deposit. It doesn't exist anymore if its import was undone. */
        recordId: id,
        /** The donor's name; null for deposits and for what doesn't exist anymore. */
        name: z.string().nullable(),
        /** The day on which the change would have counted if its month were open. */
        day: date,
        /** The day on which it was entered or reported, and on which it counts. */
        bookedOn: date,
        /** Negative if it takes money away; 0 for goods, shares and deposits. */
        amount: decimal,
        reason: z.string().nullable(),
        enteredBy: z.string(),
        createdAt: timestamp,
      }),
    ),
  },
});
