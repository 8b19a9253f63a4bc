import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { timestamp } from "./fields.ts";
import { version } from "./versions.ts";

const YEARS_MESSAGE = "Enter a number of years from 1 to 99.";

const writable = z.strictObject({
  /** For how long the law asks to keep what identifies a payment after its donor is erased. */
  ledgerYears: z.int(YEARS_MESSAGE).min(1, YEARS_MESSAGE).max(99, YEARS_MESSAGE),
});

const privacySettings = z.object({ ...writable.shape, updatedAt: timestamp });

export const privacySettingsEndpoints = {
  getPrivacySettings: endpoint({
    method: "GET",
    path: "/api/privacy-settings",
    access: "admin",
    area: "owner",
    summary: "What owners decide about people's requests",
    output: privacySettings,
  }),
  updatePrivacySettings: endpoint({
    method: "PUT",
    path: "/api/privacy-settings",
    access: "admin",
    area: "owner",
    summary: "Change the number of years that the ledger keeps what identifies a payment",
    body: writable.partial().extend(version),
    output: privacySettings,
  }),
};
