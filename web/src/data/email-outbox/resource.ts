import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOutput } from "../../lib/api-client.ts";
import { forgetReads } from "../read-query.ts";
import { resource } from "../resource.ts";

export type OutboxMail = ApiOutput<"GET /api/email-outbox", "admin">[number];

export const emailOutbox = resource({ list: "GET /api/email-outbox" });

export const useResendEmail = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      api("POST /api/email-outbox/:id/resend", { as: "admin", params: { id } }),
    onSettled: () => forgetReads(queryClient, ["GET /api/email-outbox", "GET /api/payment-status"]),
  });
};
