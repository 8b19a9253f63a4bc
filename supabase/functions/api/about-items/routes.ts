import { aboutItemEndpoints } from "../../_shared/contracts/about-items.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { writeHandlers } from "../../_shared/http/write-handlers.ts";
import { aboutItemWrites, listAboutItems, listMissionItems } from "./queries.ts";

const { create, update, remove } = writeHandlers(aboutItemWrites, "mission item");

export default implement(aboutItemEndpoints, {
  listAboutItems: ({ asCaller, caller, query }) =>
    caller.kind === "admin"
      ? asCaller((sql) => listMissionItems(sql, query.includeDeleted === "true"))
      : asCaller(listAboutItems),
  createAboutItem: create,
  updateAboutItem: update,
  deleteAboutItem: remove,
});
