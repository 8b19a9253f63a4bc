import { z } from "zod";
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

/** What supabase-js needs to continue the session in the browser. */
export const sessionSchema = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  expiresIn: z.number(),
});

const loginLimit = { max: 60, windowSeconds: 900 };

export const sessionEndpoints = {
  loginAdmin: endpoint({
    method: "POST",
    path: "/api/admin/login",
    access: "public",
    summary: "Sign in as an administrator",
    rateLimit: loginLimit,
    body: z.strictObject({ username: line(100), password: currentPassword, captchaToken }),
    output: z.object({
      user: z.object({ id, username: z.string() }),
      loginTime: timestamp,
      session: sessionSchema,
      /** Not null: the session may do nothing yet; Auth raises it by a code of this factor (`/auth/v1/factors`). */
      secondFactor: z.object({ factorId: id }).nullable(),
    }),
  }),
  logoutAdmin: endpoint({
    method: "POST",
    path: "/api/admin/logout",
    access: "admin",
    summary: "End the administrator's session at once",
    output: message,
  }),
  changeAdminPassword: endpoint({
    method: "PUT",
    path: "/api/admin/change-password",
    access: "admin",
    summary: "Change the signed-in administrator's password and end the other sessions",
    // The documents send `username: "admin"`; the session decides whose password it is (design §5).
    body: z.strictObject({ username: line(100).optional(), currentPassword, newPassword }),
    output: message,
  }),
  loginVolunteer: endpoint({
    method: "POST",
    path: "/api/volunteer/login",
    access: "public",
    summary: "Sign in as a volunteer",
    rateLimit: loginLimit,
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
    summary: "End the volunteer's session at once",
    output: message,
  }),
  changeVolunteerPassword: endpoint({
    method: "PUT",
    path: "/api/volunteer/:volunteerId/change-password",
    access: "volunteer",
    summary: "Change the own password and end the other sessions",
    params: z.object({ volunteerId: id }),
    body: z.strictObject({ currentPassword, newPassword }),
    output: message,
  }),
  requestPasswordRecovery: endpoint({
    method: "POST",
    path: "/api/password-recovery",
    access: "public",
    summary: "Have a link for a new password mailed; the answer is the same for everybody",
    rateLimit: { max: 20, windowSeconds: 3600 },
    body: z.strictObject({ email, captchaToken }),
    output: message,
  }),
  resetPassword: endpoint({
    method: "PUT",
    path: "/api/password-recovery",
    access: "recovery",
    summary: "Set a new password with the session that a recovery mail's link began",
    rateLimit: { max: 60, windowSeconds: 900 },
    body: z.strictObject({ newPassword }),
    /** Whose login it is for; nobody's where an applicant is no volunteer yet. */
    output: z.object({ role: z.enum(["admin", "volunteer"]).nullable() }),
  }),
};
