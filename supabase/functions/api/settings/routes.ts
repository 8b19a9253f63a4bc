import { settingsEndpoints } from "../../_shared/contracts/settings.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { readSettings, updateSettings } from "./queries.ts";

export default implement(settingsEndpoints, {
  getSettings: ({ asCaller }) => asCaller(readSettings),
  updateSettings: ({ asCaller, body }) => asCaller((sql) => updateSettings(sql, body)),
});
