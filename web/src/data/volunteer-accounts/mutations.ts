import { mutation } from "../mutation.ts";

export const useActivateVolunteerAccount = mutation("POST /api/volunteer-activation", {
  request: (body: { readonly token: string; readonly password: string }) => ({ body }),
  invalidates: [],
});
