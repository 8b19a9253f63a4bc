import { myGiftEndpoints } from "../../_shared/contracts/my-gifts.ts";
import { found, implement } from "../../_shared/http/handlers.ts";
import { findReceipt, findStatement, listMyGifts, withinTheHour } from "../queries/my-gifts.ts";

export const myGiftHandlers = implement(myGiftEndpoints, {
  listMyGifts: ({ services, caller }) => services.database.as(caller, withinTheHour(listMyGifts)),

  getMyGiftReceipt: async ({ services, caller, params: { id } }) =>
    found(
      await services.database.as(
        caller,
        withinTheHour((sql) => findReceipt(sql, id)),
      ),
    ),

  getMyGiftStatement: async ({ services, caller, params: { year } }) =>
    found(
      await services.database.as(
        caller,
        withinTheHour((sql) => findStatement(sql, year)),
      ),
    ),
});
