import { aboutItemEndpoints } from "../../_shared/contracts/about-items.ts";
import { requireFound, implement } from "../../_shared/http/handlers.ts";
import {
  insertAboutItem,
  listAboutItems,
  listMissionItems,
  updateAboutItem,
} from "../queries/about-items.ts";

export const aboutItemHandlers = implement(aboutItemEndpoints, {
  listAboutItems: ({ services, caller, query }) =>
    caller.kind === "admin"
      ? services.database.as(caller, (sql) =>
          listMissionItems(sql, query.includeDeleted === "true"),
        )
      : services.database.as(caller, listAboutItems),
  createAboutItem: ({ services, caller, body, once }) =>
    services.database.as(caller, (sql) => once(sql, () => insertAboutItem(sql, body))),
  updateAboutItem: async ({ services, caller, params: { id }, body }) =>
    requireFound(
      await services.database.as(caller, (sql) => updateAboutItem(sql, id, body)),
      "mission item",
    ),
  // A soft delete, undone by setting isActive.
  deleteAboutItem: async ({ services, caller, params: { id } }) => {
    const deleted = { isActive: false };
    requireFound(
      await services.database.as(caller, (sql) => updateAboutItem(sql, id, deleted)),
      "mission item",
    );
    return { message: "Mission item deleted" };
  },
});
