import { myDonationEndpoints } from "../../_shared/contracts/my-donations.ts";
import { requireFound, implement, type RunTransaction } from "../../_shared/http/handlers.ts";
import { createReceiptResponse } from "../../_shared/http/pdf-response.ts";
import { findOwnReceipt, findStatement, listMyDonations, requireOpenSession } from "./queries.ts";

export default implement(myDonationEndpoints, {
  listMyDonations: ({ asCaller }) => asCaller(requireOpenSession(listMyDonations)),

  getMyDonationReceipt: ({ asCaller, params: { id } }) => requireReceipt(asCaller, id),

  downloadMyDonationReceipt: async (call) =>
    createReceiptResponse(call, await requireReceipt(call.asCaller, call.params.id)),

  getMyDonationStatement: ({ asCaller, params: { year } }) => requireStatement(asCaller, year),

  downloadMyDonationStatement: async (call) => {
    const { year } = call.params;
    return createReceiptResponse(call, await requireStatement(call.asCaller, year), year);
  },
});

const requireReceipt = async (asCaller: RunTransaction, donationId: string) =>
  requireFound(await asCaller(requireOpenSession((sql) => findOwnReceipt(sql, donationId))));

const requireStatement = async (asCaller: RunTransaction, year: number) =>
  requireFound(await asCaller(requireOpenSession((sql) => findStatement(sql, year))));
