import { z } from "zod";
import { adminEndpoints } from "./endpoint.ts";
import { count, currentPassword, id, idParams, message } from "./fields.ts";

const RECOVERY_CODE_PATTERN = /^[2-9A-HJKMNP-TV-Z]{4}(?:-[2-9A-HJKMNP-TV-Z]{4}){3}$/;

/** If two-step login is required, administrators can't do anything else until they have set it up. */
const secondFactorRule = z.strictObject({ isRequired: z.boolean() });

/**
 * Supabase Auth stores the second factors. The browser confirms and removes them through `supabase.auth.mfa`. These
 * endpoints add a password check before setup, recovery codes, and removal by another administrator.
 */
export const secondFactorEndpoints = adminEndpoints("any", {
  readOwnSecondFactor: {
    method: "GET",
    path: "/api/admin/second-factor",
    access: "unenrolled-or-admin",
    area: "any",
    summary: "Whether your own two-step login is on, and how many recovery codes you have left",
    output: z.object({ hasSecondFactor: z.boolean(), recoveryCodes: count }),
  },
  enrollSecondFactor: {
    method: "POST",
    path: "/api/admin/second-factor",
    access: "unenrolled-or-admin",
    area: "any",
    summary:
      "Start setting up your own two-step login by confirming your password; then verify the first code with Auth to finish",
    status: 201,
    rateLimit: { max: 20, windowSeconds: 900 },
    body: z.strictObject({ currentPassword }),
    output: z.object({
      factorId: id,
      /** The QR code as SVG. */
      picture: z.string(),
      secret: z.string(),
      /** A URI that opens an authenticator app on the same device. */
      uri: z.string(),
    }),
  },
  createRecoveryCodes: {
    method: "POST",
    path: "/api/admin/second-factor/recovery-codes",
    summary: "Ten new recovery codes that replace earlier ones, shown only once",
    status: 201,
    rateLimit: { max: 20, windowSeconds: 3600 },
    output: z.object({ codes: z.array(z.string()) }),
  },
  recoverSecondFactor: {
    method: "POST",
    path: "/api/admin/second-factor/recovery",
    access: "unconfirmed-admin",
    summary:
      "Turn off your own two-step login with a recovery code; the session then has the rights of a password-only login",
    rateLimit: { max: 60, windowSeconds: 900 },
    body: z.strictObject({
      code: z
        .string()
        .trim()
        .toUpperCase()
        .regex(RECOVERY_CODE_PATTERN, "Enter a recovery code, such as ABCD-EFGH-2345-6789."),
    }),
    output: message,
  },
  readSecondFactorRule: {
    method: "GET",
    path: "/api/admin/second-factor-rule",
    access: "unenrolled-or-admin",
    area: "any",
    summary: "Whether two-step login is required for administrators",
    output: secondFactorRule,
  },
  setSecondFactorRule: {
    method: "PUT",
    path: "/api/admin/second-factor-rule",
    area: "owner",
    summary:
      "Require two-step login for administrators, or stop requiring it; only an owner who uses it can require it",
    body: secondFactorRule,
    output: secondFactorRule,
  },
  removeSecondFactor: {
    method: "DELETE",
    path: "/api/admin/second-factors/:id",
    area: "owner",
    summary: "Turn off two-step login for another administrator who lost access to it",
    params: idParams,
    output: message,
  },
});
