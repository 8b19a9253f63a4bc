import { aboutItemEndpoints } from "../../_shared/contracts/about-items.ts";
import { requireFound, implement } from "../../_shared/http/handlers.ts";
import { insertAboutItem, listAboutItems, listMissionItems, updateAboutItem } from "./queries.ts";

export default implement(aboutItemEndpoints, {
  listAboutItems: ({ asCaller, caller, query }) =>
    caller.kind === "admin"
      ? asCaller((sql) => listMissionItems(sql, query.includeDeleted === "true"))
      : asCaller(listAboutItems),
  createAboutItem: ({ asCaller, body, once }) =>
    asCaller((sql) => once(sql, () => insertAboutItem(sql, body))),
  updateAboutItem: async ({ asCaller, params: { id }, body }) =>
    requireFound(await asCaller((sql) => updateAboutItem(sql, id, body)), "mission item"),
  // This is a soft delete, which an administrator can undo by setting `isActive`.
  deleteAboutItem: async ({ asCaller, params: { id } }) => {
    const deletion = { isActive: false };
    requireFound(await asCaller((sql) => updateAboutItem(sql, id, deletion)), "mission item");
    return { message: "Mission item deleted" };
  },
});
