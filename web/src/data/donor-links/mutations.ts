import { useMutation } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { openDonorSession } from "#lib/session/donor-session.ts";
import { withCaptcha } from "#lib/api/with-captcha.ts";

export const useRequestDonorLink = () =>
  useMutation({
    mutationFn: async (email: string) =>
      api("POST /api/gift-links", { body: await withCaptcha({ email }) }),
  });

export const useRedeemDonorLink = () =>
  useMutation({
    mutationFn: (token: string) => api("POST /api/gift-links/redeem", { body: { token } }),
    onSuccess: ({ giftSession }) => openDonorSession(giftSession),
  });
