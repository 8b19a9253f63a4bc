import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { captchaToken, email, line, message, timestamp } from "./fields.ts";

export const donorLinkEndpoints = {
  requestDonorLink: endpoint({
    method: "POST",
    path: "/api/gift-links",
    access: "public",
    summary: "Email donors a link to their gifts; the response is the same for everyone",
    rateLimit: { max: 20, windowSeconds: 3600 },
    body: z.strictObject({ email, captchaToken }),
    output: message,
  }),
  redeemDonorLink: endpoint({
    method: "POST",
    path: "/api/gift-links/redeem",
    access: "public",
    summary: "Exchange a single-use emailed link for a one-hour session (X-Gift-Session)",
    rateLimit: { max: 60, windowSeconds: 900 },
    body: z.strictObject({ token: line(200) }),
    output: z.object({ giftSession: z.string(), expiresAt: timestamp }),
  }),
};
