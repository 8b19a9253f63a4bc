import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { captchaToken, email, line, message, timestamp } from "./fields.ts";

/** How donors reach their gifts without a password (design §7). */
export const giftLinkEndpoints = {
  requestGiftLink: endpoint({
    method: "POST",
    path: "/api/gift-links",
    access: "public",
    summary: "Have a link to one's gifts mailed; the answer is the same for everybody",
    rateLimit: { max: 20, windowSeconds: 3600 },
    body: z.strictObject({ email, captchaToken }),
    output: message,
  }),
  redeemGiftLink: endpoint({
    method: "POST",
    path: "/api/gift-links/redeem",
    access: "public",
    summary: "Use a mailed link, once, for a session of one hour (X-Gift-Session)",
    rateLimit: { max: 60, windowSeconds: 900 },
    body: z.strictObject({ token: line(200) }),
    output: z.object({ giftSession: z.string(), expiresAt: timestamp }),
  }),
};
