import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { count } from "./fields.ts";

export const sendEmailsEndpoints = {
  sendEmails: endpoint({
    method: "POST",
    path: "/api/send-emails",
    access: "service",
    summary: "Send the emails that are due; runs as a scheduled job",
    body: z.strictObject({}).optional(),
    output: z.object({ sent: count, delayed: count, held: count, failed: count }),
  }),
};
