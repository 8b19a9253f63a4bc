import { useEffect } from "react";
import { forgetSession } from "../../lib/access-token.ts";
import { isForbidden } from "../../lib/refusals.ts";
import { clearVolunteerRecord } from "../../lib/session.ts";
import { showToast } from "../../ui/toast.ts";

/** An account that was closed meanwhile leads to the doors, which the guard opens once record and tokens are gone. */
export const useClosedAccount = (error: unknown): void => {
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
