import { z } from "zod";
import { adminEndpoints } from "./endpoint.ts";

const ownShiftEmails = z.strictObject({ wantsShiftEmails: z.boolean() });

/** Emails to administrators about who left a shift, and whom to call because they have no email address. */
export const shiftEmailEndpoints = adminEndpoints("volunteers", {
  readOwnShiftEmails: {
    method: "GET",
    path: "/api/shift-emails",
    summary: "Whether you get emails about who left a shift, and whom to call",
    output: ownShiftEmails,
  },
  chooseOwnShiftEmails: {
    method: "PUT",
    path: "/api/shift-emails",
    summary: "Turn your emails about who left a shift, and whom to call, on or off",
    body: ownShiftEmails,
    output: ownShiftEmails,
  },
});
