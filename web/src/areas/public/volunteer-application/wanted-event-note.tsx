import { cx } from "#ui/class-names.ts";
import { calendarDay, timeRange } from "#lib/format.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/messages/notice.tsx";
import { forgetWantedEvent, useWantedEvent } from "../wanted-event.ts";

/** Names the event for which the visitor pressed Sign up. Takes up no space if there is none. */
export const WantedEventNote = ({ className }: { readonly className?: string }) => {
  const event = useWantedEvent();
  return (
    <output className={cx("empty:hidden", className)}>
      {event && (
        <Notice tone="info" title={`${event.eventType}, ${calendarDay(event.date)}`}>
          <p>
            {timeRange(event.startTime, event.endTime)}. We'll tell our coordinator that you'd like
            to come, and offer it at your first login.
          </p>
          <Button variant="ghost" size="sm" className="mt-1 -ml-3" onClick={forgetWantedEvent}>
            Not this one
          </Button>
        </Notice>
      )}
    </output>
  );
};
