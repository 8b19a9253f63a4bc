import { loadMailTransport } from "../_shared/clients/mail/transport.ts";
import { sendEmailsEndpoints } from "../_shared/contracts/send-emails.ts";
import { implement } from "../_shared/http/handlers.ts";
import { recordJobRun } from "../_shared/queries/job-runs.ts";
import { sendDueEmails } from "./deliver.ts";

export default implement(sendEmailsEndpoints, {
  sendEmails: async ({ asCaller, services }) => {
    const tally = await sendDueEmails(services, await loadMailTransport(services.environment));
    await asCaller((sql) => recordJobRun(sql, "send-emails"));
    return tally;
  },
});
