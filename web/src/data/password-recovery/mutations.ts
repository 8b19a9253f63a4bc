import { withCaptcha } from "#lib/api/with-captcha.ts";
import { mutation } from "../mutation.ts";

export const useRequestPasswordRecovery = mutation("POST /api/password-recovery", {
  request: async (email: string) => ({ body: await withCaptcha({ email }) }),
  invalidates: [],
});
