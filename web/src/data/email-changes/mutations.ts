import type { ApiOptions } from "#lib/api/api-client.ts";
import { mutation } from "../mutation.ts";

/** The link may have been sent even though the response was lost. */
const EMAIL_CHANGE_EFFECT = {
  invalidates: ["GET /api/volunteer/:volunteerId/details"],
  evenAfterFailure: true,
} as const;

export const useRequestEmailChange = mutation("POST /api/volunteer/:volunteerId/email-change", {
  request: (
    body: ApiOptions<"POST /api/volunteer/:volunteerId/email-change">["body"],
    volunteerId: string,
  ) => ({ as: "volunteer", params: { volunteerId }, body }),
  ...EMAIL_CHANGE_EFFECT,
});

export const useCancelEmailChange = mutation("DELETE /api/volunteer/:volunteerId/email-change", {
  request: (_: void, volunteerId: string) => ({ as: "volunteer", params: { volunteerId } }),
  ...EMAIL_CHANGE_EFFECT,
});

export const useConfirmEmailChange = mutation("POST /api/email-changes/confirm", {
  request: (token: string) => ({ body: { token } }),
  ...EMAIL_CHANGE_EFFECT,
});
