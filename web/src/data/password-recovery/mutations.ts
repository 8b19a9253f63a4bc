import { useMutation } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { withCaptcha } from "#lib/api/with-captcha.ts";

export const useRequestPasswordRecovery = () =>
  useMutation({
    mutationFn: async (email: string) =>
      api("POST /api/password-recovery", { body: await withCaptcha({ email }) }),
  });
