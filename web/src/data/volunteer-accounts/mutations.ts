import { useMutation } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";

export const useActivateVolunteerAccount = () =>
  useMutation({
    mutationFn: (body: { readonly token: string; readonly password: string }) =>
      api("POST /api/volunteer-activation", { body }),
  });
