import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { currentPassword, email, id, line, message } from "./fields.ts";

const params = z.object({ volunteerId: id });

export const emailChangeEndpoints = {
  requestEmailChange: endpoint({
    method: "POST",
    path: "/api/volunteer/:volunteerId/email-change",
    access: "volunteer",
    summary:
      "Email a link to the volunteer's new address; any earlier link stops working. The response is the same for every address",
    rateLimit: {
      max: 5,
      windowSeconds: 3600,
      per: "account",
      countsSuccesses: true,
      userMessage:
        "You've asked for 5 links in the past hour, which is the limit. Please try again later.",
    },
    params,
    body: z.strictObject({ email, currentPassword }),
    output: message,
  }),
  cancelEmailChange: endpoint({
    method: "DELETE",
    path: "/api/volunteer/:volunteerId/email-change",
    access: "volunteer",
    summary: "Cancel an email change; the link sent to the new address stops working",
    params,
    output: message,
  }),
  confirmEmailChange: endpoint({
    method: "POST",
    path: "/api/email-changes/confirm",
    access: "public",
    summary: "Change a volunteer's email with the single-use link to the new address",
    rateLimit: { max: 60, windowSeconds: 900 },
    body: z.strictObject({ token: line(200) }),
    /** The address that the volunteer logs in with from now on. */
    output: z.object({ email: z.string() }),
  }),
};
