import { ADMIN_SESSION_MS } from "#contracts/limits.ts";
import { clockTime } from "#lib/time/day-and-time.ts";
import { useTickingNow } from "#lib/time/ticking-now.ts";
import { Notice } from "#ui/messages/notice.tsx";

const NOTICE_MS = 10 * 60_000;

/** Warns before the server ends the session, 8 hours after login regardless of activity. */
export const SessionEndNotice = ({ loginTime }: { readonly loginTime: string }) => {
  const endsAt = Date.parse(loginTime) + ADMIN_SESSION_MS;
  const isNear = useTickingNow() >= endsAt - NOTICE_MS;
  return (
    <output className={isNear ? "mb-6 block" : undefined}>
      {isNear && (
        <Notice tone="info" title={`Your session ends at ${clockTime(endsAt)}`}>
          Please save your work. After you log in again, you'll be back on this page.
        </Notice>
      )}
    </output>
  );
};
