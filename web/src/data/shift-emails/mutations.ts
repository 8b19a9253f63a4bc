import { useQuery } from "@tanstack/react-query";
import { mutation } from "../mutation.ts";
import { readQuery } from "../read-query.ts";

/** Whether the administrator gets emails about who left a shift, and whom to call. */
export const useOwnShiftEmails = () =>
  useQuery(readQuery("GET /api/shift-emails", { as: "admin" }));

export const useChooseOwnShiftEmails = mutation("PUT /api/shift-emails", {
  request: (wantsShiftEmails: boolean) => ({ as: "admin", body: { wantsShiftEmails } }),
  invalidates: ["GET /api/shift-emails"],
});
