import { MailPauseNotice } from "#admin/mail-pause-notice.tsx";
import { useHasArea } from "#admin/own-areas.ts";
import { useMailPause } from "#data/email-outbox/resource.ts";

/**
 * Says that receipts and other emails have to wait. Leaves out mass emails, which are expected to take several days, and
 * outages for those who see them in the health notice.
 */
export const WaitingEmails = () => {
  const { data: pause } = useMailPause();
  const seesHealthNotice = useHasArea("settings");
  if (!pause || pause.concernsMassOnly) return null;
  if (pause.reason === "outage" && seesHealthNotice) return null;
  return (
    <div className="mb-6">
      <MailPauseNotice pause={pause} />
    </div>
  );
};
