import { withCaptcha } from "#lib/api/with-captcha.ts";
import { openDonorSession } from "#lib/session/donor-session.ts";
import { mutation } from "../mutation.ts";

export const useRequestDonorLink = mutation("POST /api/gift-links", {
  request: async (email: string) => ({ body: await withCaptcha({ email }) }),
  invalidates: [],
});

export const useRedeemDonorLink = mutation("POST /api/gift-links/redeem", {
  request: (token: string) => ({ body: { token } }),
  onSuccess: ({ giftSession }) => openDonorSession(giftSession),
  invalidates: [],
});
