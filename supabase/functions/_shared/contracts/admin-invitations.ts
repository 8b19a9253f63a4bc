import { z } from "zod";
import { administratorAreas } from "./administrators.ts";
import { hasLinks } from "./card-text.ts";
import { ADMIN_AREAS } from "./choices.ts";
import { adminEndpoints, writeEndpoints } from "./endpoint.ts";
import { email, id, idParams, line, message, newAdminPassword, timestamp } from "./fields.ts";
import { USERNAME_PATTERN } from "./limits.ts";

const areas = administratorAreas.refine(
  (values) => values === null || values.length > 0,
  "Choose at least one area.",
);

const adminInvitation = z.object({
  id,
  email: z.string(),
  areas: z.array(z.enum(ADMIN_AREAS)).nullable(),
  /** The sender's username; null if the sender's account was removed. */
  invitedBy: z.string().nullable(),
  /** `open`: the link works. `stopped`: the link doesn't work, because the sender is no longer an owner. */
  state: z.enum(["open", "expired", "stopped"]),
  createdAt: timestamp,
  expiresAt: timestamp,
});

const token = line(200);

const writes = writeEndpoints("/api/admin-invitations", adminInvitation);

export const adminInvitationEndpoints = adminEndpoints("owner", {
  listAdminInvitations: {
    method: "GET",
    path: "/api/admin-invitations",
    summary: "Unused invitations to become an administrator, without revoked ones, newest first",
    output: z.array(adminInvitation),
  },
  createAdminInvitation: writes.create(
    "Invite an administrator by email; an earlier link to the same address stops working",
    z.strictObject({ email, areas }),
  ),
  revokeAdminInvitation: {
    method: "DELETE",
    path: "/api/admin-invitations/:id",
    summary: "Revoke an invitation; its link stops working",
    params: idParams,
    output: message,
  },
  checkAdminInvitation: {
    // Not a GET, because servers log URLs, and the token must not appear in a log.
    method: "POST",
    path: "/api/admin-invitations/check",
    access: "public",
    summary: "The email address an invitation is for; reading it doesn't use up the invitation",
    rateLimit: { max: 300, windowSeconds: 3600 },
    body: z.strictObject({ token }),
    output: z.object({
      email: z.string(),
      organizationName: z.string().nullable(),
      /** True if the address is a volunteer's login, which gets the new password. */
      isVolunteer: z.boolean(),
    }),
  },
  acceptAdminInvitation: {
    method: "POST",
    path: "/api/admin-invitations/accept",
    access: "public",
    summary: "Become an administrator with the single-use link of an invitation",
    rateLimit: { max: 60, windowSeconds: 900 },
    body: z.strictObject({
      token,
      username: z
        .string()
        .trim()
        .regex(USERNAME_PATTERN, "Use 2 to 50 letters, digits, periods, hyphens or underscores.")
        // Other owners get an email with it.
        .refine(
          (name) => !hasLinks(name),
          "Leave out periods. This looks like a link or a phone number.",
        ),
      password: newAdminPassword,
    }),
    output: message,
  },
});
