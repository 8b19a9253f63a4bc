import { z } from "zod";
import { adminEndpoints } from "./endpoint.ts";
import { timestamp } from "./fields.ts";
import { version } from "./versions.ts";

const YEARS_MESSAGE = "Enter a number of years from 1 to 99.";

const writableFields = z.strictObject({
  /**
   * The number of years that the law requires us to keep the details that identify a payment, even if its donor is
   * erased.
   */
  ledgerYears: z.int(YEARS_MESSAGE).min(1, YEARS_MESSAGE).max(99, YEARS_MESSAGE),
});

const privacySettings = z.object({ ...writableFields.shape, updatedAt: timestamp });

export const privacySettingsEndpoints = adminEndpoints("owner", {
  getPrivacySettings: {
    method: "GET",
    path: "/api/privacy-settings",
    summary: "The owners' settings for requests about personal data",
    output: privacySettings,
  },
  updatePrivacySettings: {
    method: "PUT",
    path: "/api/privacy-settings",
    summary: "Change how many years the ledger keeps the details that identify a payment",
    body: writableFields.partial().extend(version),
    output: privacySettings,
  },
});
