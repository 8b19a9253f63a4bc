import { useMutation } from "@tanstack/react-query";
import { api } from "../../lib/api-client.ts";
import { openGiftSession } from "../../lib/gift-session.ts";
import { withCaptcha } from "../../lib/with-captcha.ts";

export const useRequestGiftLink = () =>
  useMutation({
    mutationFn: async (email: string) =>
      api("POST /api/gift-links", { body: await withCaptcha({ email }) }),
  });

export const useRedeemGiftLink = () =>
  useMutation({
    mutationFn: (token: string) => api("POST /api/gift-links/redeem", { body: { token } }),
    onSuccess: ({ giftSession }) => openGiftSession(giftSession),
  });
