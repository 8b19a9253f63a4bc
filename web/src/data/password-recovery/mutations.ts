import { useMutation } from "@tanstack/react-query";
import { api } from "../../lib/api-client.ts";

export const useRequestPasswordRecovery = () =>
  useMutation({
    mutationFn: (email: string) => api("POST /api/password-recovery", { body: { email } }),
  });
