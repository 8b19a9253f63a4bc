import { emailOutboxEndpoints } from "../../_shared/contracts/email-outbox.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { listEmailOutbox, readMailPause, resendEmail, resendFailedEmails } from "./queries.ts";

export default implement(emailOutboxEndpoints, {
  listEmailOutbox: ({ asAdminReader, caller, query }) =>
    asAdminReader((sql) => listEmailOutbox(sql, caller, query)),
  readMailPause: async ({ asService }) => ({ pause: (await asService(readMailPause)) ?? null }),
  resendFailedEmails: async ({ asCaller }) => ({
    count: await asCaller(resendFailedEmails),
  }),
  resendEmail: async ({ asCaller, params: { id }, body }) => {
    await asCaller((sql) => resendEmail(sql, id, body?.toEmail));
    return { message: "The email has been queued again" };
  },
});
