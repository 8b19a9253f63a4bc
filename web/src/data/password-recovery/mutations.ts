import { useMutation } from "@tanstack/react-query";
import { api } from "#lib/api-client.ts";
import { withCaptcha } from "#lib/with-captcha.ts";

export const useRequestPasswordRecovery = () =>
  useMutation({
    mutationFn: async (email: string) =>
      api("POST /api/password-recovery", { body: await withCaptcha({ email }) }),
  });
