import { privacySettingsEndpoints } from "../../_shared/contracts/privacy-settings.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { readPrivacySettings, updatePrivacySettings } from "./queries.ts";

export default implement(privacySettingsEndpoints, {
  getPrivacySettings: ({ asCaller }) => asCaller(readPrivacySettings),
  updatePrivacySettings: ({ asCaller, body }) =>
    asCaller((sql) => updatePrivacySettings(sql, body)),
});
