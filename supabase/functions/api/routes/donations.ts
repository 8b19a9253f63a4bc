import { donationEndpoints } from "../../_shared/contracts/donations.ts";
import { implement } from "../../_shared/http/handlers.ts";
import {
  listDonations,
  listDonationTrends,
  listDonors,
  listRecentDonations,
  listRecentDonors,
  readDonationTotals,
} from "../queries/donations.ts";

export const donationHandlers = implement(donationEndpoints, {
  listDonations: ({ services, caller, query }) =>
    services.database.asAdminReader(caller, (sql) => listDonations(sql, query)),
  listRecentDonations: ({ services, caller, query: { limit } }) =>
    services.database.as(caller, (sql) =>
      caller.kind === "admin" ? listRecentDonations(sql, limit) : listRecentDonors(sql, limit),
    ),
  listConsolidatedDonors: async ({ services: { database }, caller, query }) => {
    if (caller.kind === "admin") {
      return database.asAdminReader(caller, (sql) => listDonors(sql, query));
    }
    const totals = await database.as(caller, readDonationTotals);
    return [{ ...totals, totalAmount: totals.totalAmount.toFixed(2) }];
  },
  listDonationTrends: ({ services, caller }) => services.database.as(caller, listDonationTrends),
});
