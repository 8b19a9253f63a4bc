import { useEffect } from "react";
import { forgetSession } from "#lib/session/access-token.ts";
import { isForbidden } from "#lib/api/refusals.ts";
import { clearVolunteerRecord } from "#lib/session/session.ts";
import { showToast } from "#ui/messages/toast.ts";

/**
 * Logs out a volunteer whose account was closed. Removing the record and the tokens makes the guard
 * redirect.
 */
export const useLogOutIfClosed = (error: unknown): void => {
  const isClosed = isForbidden(error);
  useEffect(() => {
    if (!isClosed) return;
    clearVolunteerRecord();
    showToast({
      title: "Access Denied",
      description: "Your volunteer account isn't active. Please contact us.",
    });
    void forgetSession("volunteer");
  }, [isClosed]);
};
