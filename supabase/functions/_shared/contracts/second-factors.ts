import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { count, currentPassword, id, idParams, message } from "./fields.ts";
import { RECOVERY_CODE_PATTERN } from "./limits.ts";

/**
 * The second factor itself is Auth's: the browser confirms and removes it there (`supabase.auth.mfa`). Here is what Auth
 * does not have: the question for the password before one is begun, recovery codes, and the help of another administrator.
 */
export const secondFactorEndpoints = {
  listSecondFactors: endpoint({
    method: "GET",
    path: "/api/admin/second-factors",
    access: "admin",
    summary: "Administrators and whether a second factor protects them",
    output: z.array(
      z.object({
        userId: id,
        username: z.string(),
        isOwn: z.boolean(),
        hasSecondFactor: z.boolean(),
        recoveryCodes: count,
      }),
    ),
  }),
  enrolSecondFactor: endpoint({
    method: "POST",
    path: "/api/admin/second-factor",
    access: "admin",
    summary:
      "Begin a second factor of one's own, with the password; its first code at Auth completes it",
    status: 201,
    rateLimit: { max: 20, windowSeconds: 900 },
    body: z.strictObject({ currentPassword }),
    output: z.object({
      factorId: id,
      /** The drawing of a QR code, as SVG. */
      picture: z.string(),
      secret: z.string(),
      /** Opens an authenticator app on the same device. */
      uri: z.string(),
    }),
  }),
  createRecoveryCodes: endpoint({
    method: "POST",
    path: "/api/admin/second-factor/recovery-codes",
    access: "admin",
    summary: "Ten new recovery codes in place of earlier ones, shown this once",
    status: 201,
    rateLimit: { max: 20, windowSeconds: 3600 },
    output: z.object({ codes: z.array(z.string()) }),
  }),
  recoverSecondFactor: endpoint({
    method: "POST",
    path: "/api/admin/second-factor/recovery",
    access: "unconfirmed-admin",
    summary:
      "Remove the own lost second factor with a recovery code; the session is an administrator's then",
    rateLimit: { max: 60, windowSeconds: 900 },
    body: z.strictObject({
      code: z.string().trim().toUpperCase().regex(RECOVERY_CODE_PATTERN, "Must be a recovery code"),
    }),
    output: message,
  }),
  removeSecondFactor: endpoint({
    method: "DELETE",
    path: "/api/admin/second-factors/:id",
    access: "admin",
    summary: "Remove another administrator's lost second factor",
    params: idParams,
    output: message,
  }),
};
