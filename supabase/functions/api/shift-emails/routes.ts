import { shiftEmailEndpoints } from "../../_shared/contracts/shift-emails.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { chooseOwnShiftEmails, readOwnShiftEmails } from "./queries.ts";

export default implement(shiftEmailEndpoints, {
  readOwnShiftEmails: ({ asCaller }) => asCaller(readOwnShiftEmails),
  chooseOwnShiftEmails: async ({ asCaller, body }) => {
    await asCaller((sql) => chooseOwnShiftEmails(sql, body.wantsShiftEmails));
    return body;
  },
});
