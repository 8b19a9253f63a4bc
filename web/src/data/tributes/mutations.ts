import { useMutation } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";

/** Stops all cards to the mailbox that got the link. */
export const useOptOutOfCards = () =>
  useMutation({
    mutationFn: (token: string) => api("POST /api/card-opt-outs/:token", { params: { token } }),
  });
