import { CALLS_MAX, thankYouCallEndpoints } from "../../_shared/contracts/thank-you-calls.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { listThankYouCalls, recordThankYouCall } from "./queries.ts";

export default implement(thankYouCallEndpoints, {
  listThankYouCalls: ({ asAdminReader }) =>
    asAdminReader((sql) => listThankYouCalls(sql, CALLS_MAX)),
  recordThankYouCall: ({ asCaller, body: { donorId } }) =>
    asCaller((sql) => recordThankYouCall(sql, donorId)),
});
