import { settingsEndpoints } from "../../_shared/contracts/settings.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { readSettings, updateSettings } from "../queries/settings.ts";

export const settingsHandlers = implement(settingsEndpoints, {
  getSettings: ({ services, caller }) => services.database.as(caller, readSettings),
  updateSettings: ({ services, caller, body }) =>
    services.database.as(caller, (sql) => updateSettings(sql, body)),
});
