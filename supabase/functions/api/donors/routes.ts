import { AppError } from "../../_shared/errors.ts";
import { donorEndpoints } from "../../_shared/contracts/donors.ts";
import { implement, requireFound, requireNoun } from "../../_shared/http/handlers.ts";
import { createReceiptResponse } from "../../_shared/http/pdf-response.ts";
import {
  createDonor,
  eraseFormerDetails,
  findDonor,
  findDonorStatement,
  listDonors,
  markOtherAddress,
  updateDonor,
} from "./queries.ts";

const requireDonor = requireNoun("donor");

export default implement(donorEndpoints, {
  listDonors: ({ asAdminReader, query }) => asAdminReader((sql) => listDonors(sql, query)),
  createDonor: ({ asCaller, body, once }) =>
    asCaller((sql) => once(sql, async () => requireDonor(await createDonor(sql, body)))),
  getDonor: async ({ asCaller, params: { id } }) =>
    requireDonor(await asCaller((sql) => findDonor(sql, id))),
  downloadDonorStatement: async (call) => {
    const { id, year } = call.params;
    const statement = await call.asCaller((sql) => findDonorStatement(sql, id, year));
    return createReceiptResponse(call, requireFound(statement), year);
  },
  updateDonor: async ({ asCaller, params: { id }, body }) =>
    requireDonor(await asCaller((sql) => updateDonor(sql, id, body))),
  markOtherAddress: ({ asCaller, params: { id }, body }) =>
    asCaller(async (sql) => {
      if (!(await markOtherAddress(sql, id, body))) {
        throw new AppError("not_found", {
          message: "This address no longer leads to this donor. Reload the page.",
        });
      }
      return requireDonor(await findDonor(sql, id));
    }),
  eraseFormerDetails: ({ asCaller, params: { id } }) =>
    asCaller(async (sql) => {
      await eraseFormerDetails(sql, id);
      return requireDonor(await findDonor(sql, id));
    }),
});
