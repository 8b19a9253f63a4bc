import { z } from "zod";
import { ADMIN_AREAS } from "./choices.ts";
import { endpoint } from "./endpoint.ts";
import {
  captchaToken,
  currentPassword,
  email,
  id,
  line,
  message,
  newPassword,
  timestamp,
} from "./fields.ts";

/** The tokens that supabase-js needs to continue the session in the browser. */
export const sessionSchema = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  expiresIn: z.number(),
});

/** The administrator's areas. For an owner, all areas plus `owner`. */
export const ownAreas = z.array(z.enum([...ADMIN_AREAS, "owner"]));

/**
 * Bounds how much work one address causes. Supabase Auth bounds the passwords that an address can try, and a browser
 * whose login Auth refuses for that reason tries again. This is enough for 90 people who log in at once at one address.
 */
const loginRateLimit = { max: 600, windowSeconds: 900 };

export const sessionEndpoints = {
  loginAdmin: endpoint({
    method: "POST",
    path: "/api/admin/login",
    access: "public",
    summary: "Log in as an administrator",
    rateLimit: loginRateLimit,
    // Password managers may fill in the email address, which works, too.
    body: z.strictObject({ username: line(254), password: currentPassword, captchaToken }),
    output: z.object({
      user: z.object({ id, username: z.string(), areas: ownAreas }),
      loginTime: timestamp,
      session: sessionSchema,
      /**
       * If set, the session is restricted until Supabase Auth has verified a code from this factor
       * (`/auth/v1/factors`).
       */
      secondFactor: z.object({ factorId: id }).nullable(),
      /** True if two-step login is required but not set up. Until it's set up, the session can't do anything else. */
      mustSetUpSecondFactor: z.boolean(),
    }),
  }),
  logoutAdmin: endpoint({
    method: "POST",
    path: "/api/admin/logout",
    access: "unenrolled-or-admin",
    area: "any",
    summary: "End the administrator's session immediately",
    output: message,
  }),
  changeAdminPassword: endpoint({
    method: "PUT",
    path: "/api/admin/change-password",
    access: "unenrolled-or-admin",
    area: "any",
    summary: "Change the logged-in administrator's password and end their other sessions",
    // `username` is accepted but ignored: the session determines whose password changes (ALOGIN-28).
    body: z.strictObject({ username: line(100).optional(), currentPassword, newPassword }),
    output: message,
  }),
  loginVolunteer: endpoint({
    method: "POST",
    path: "/api/volunteer/login",
    access: "public",
    summary: "Log in as a volunteer",
    rateLimit: loginRateLimit,
    body: z.strictObject({ email, password: currentPassword, captchaToken }),
    output: z.object({
      volunteer: z.object({
        id,
        firstName: z.string(),
        lastName: z.string(),
        email: z.string(),
        lastLoginAt: timestamp.nullable(),
      }),
      session: sessionSchema,
    }),
  }),
  logoutVolunteer: endpoint({
    method: "POST",
    path: "/api/volunteer/logout",
    access: "volunteer",
    summary: "End the volunteer's session immediately",
    output: message,
  }),
  changeVolunteerPassword: endpoint({
    method: "PUT",
    path: "/api/volunteer/:volunteerId/change-password",
    access: "volunteer",
    summary: "Change the volunteer's own password and end their other sessions",
    params: z.object({ volunteerId: id }),
    body: z.strictObject({ currentPassword, newPassword }),
    output: message,
  }),
  requestPasswordRecovery: endpoint({
    method: "POST",
    path: "/api/password-recovery",
    access: "public",
    summary: "Email a link for setting a new password; the response is the same for everyone",
    rateLimit: { max: 20, windowSeconds: 3600 },
    body: z.strictObject({ email, captchaToken }),
    output: message,
  }),
  resetPassword: endpoint({
    method: "PUT",
    path: "/api/password-recovery",
    access: "recovery",
    summary: "Set a new password, using the session that a password reset link starts",
    rateLimit: { max: 60, windowSeconds: 900 },
    body: z.strictObject({ newPassword }),
    /** The account's role; null for applicants who aren't volunteers yet. */
    output: z.object({ role: z.enum(["admin", "volunteer"]).nullable() }),
  }),
};
