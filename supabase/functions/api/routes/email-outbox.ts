import { emailOutboxEndpoints } from "../../_shared/contracts/email-outbox.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { listEmailOutbox, resendEmail, resendFailedEmails } from "../queries/email-outbox.ts";

export const emailOutboxHandlers = implement(emailOutboxEndpoints, {
  listEmailOutbox: ({ services, caller, query }) =>
    services.database.asAdminReader(caller, (sql) => listEmailOutbox(sql, query)),
  resendFailedEmails: async ({ services, caller }) => ({
    count: await services.database.as(caller, resendFailedEmails),
  }),
  resendEmail: async ({ services, caller, params: { id } }) => {
    await services.database.as(caller, (sql) => resendEmail(sql, id));
    return { message: "The email has been queued again" };
  },
});
