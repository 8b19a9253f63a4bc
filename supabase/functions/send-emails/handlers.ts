import { mailTransport } from "../_shared/clients/mail/transport.ts";
import { sendingEndpoints } from "../_shared/contracts/email-outbox.ts";
import { implement } from "../_shared/http/handlers.ts";
import { sendDueEmails } from "./deliver.ts";

export const sendingHandlers = implement(sendingEndpoints, {
  sendEmails: async ({ services }) =>
    sendDueEmails(services, await mailTransport(services.environment)),
});
