import { useAnnounceEvent, useEventAnnouncement } from "#data/event-announcements/mutations.ts";
import type { AdminEvent } from "#data/events/resource.ts";
import { RowAction } from "#kit/lists/row-menu.tsx";
import { useOpenedRecord } from "#kit/lists/use-opened-record.ts";
import { countWithNoun } from "#lib/format.ts";
import { ShortDate } from "#lib/time/dates.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";

import { ErrorState, Loading, Skeleton } from "#ui/states.tsx";
import { eventName } from "./event-texts.tsx";

/** Returns true if volunteers can still sign up, so that an email about the event makes sense. */
export const canAnnounce = (event: AdminEvent): boolean =>
  event.isActive &&
  event.status === "upcoming" &&
  (event.maxVolunteers === null || event.registeredVolunteers < event.maxVolunteers);

const volunteersText = (count: number) => countWithNoun(count, "volunteer", "volunteers");

interface EventProps {
  readonly event: AdminEvent;
}

interface QuestionProps extends EventProps {
  readonly recipients: number;
  readonly onDone: () => void;
}

const Question = ({ event, recipients, onDone }: QuestionProps) => {
  const announce = useAnnounceEvent();
  const send = async () => {
    try {
      const sent = await announce.mutateAsync(event.id);
      showSuccess({
        title: "The emails are on their way",
        description: `${volunteersText(sent.recipients)} will get one.`,
      });
      onDone();
    } catch (error) {
      showFailure("Volunteers could not be emailed about an event", error, {
        title: "We couldn't email the volunteers",
        fallback: "Please check your connection and try again.",
        goneText: "Someone deleted this event.",
      });
    }
  };
  return (
    <>
      <p>
        {`${volunteersText(recipients)} will get an email with a link to sign up. Volunteers who have signed up or turned these emails off won't get one. You can do this only once for each event.`}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button busy={announce.isPending} onClick={() => void send()}>
          {`Email ${volunteersText(recipients)}`}
        </Button>
        <Button variant="outline" disabled={announce.isPending} onClick={onDone}>
          Cancel
        </Button>
      </div>
    </>
  );
};

const Announcement = ({ event, onDone }: Omit<QuestionProps, "recipients">) => {
  const { data, error, isFetching, refetch } = useEventAnnouncement(event.id);
  if (data?.announcedAt) {
    return (
      <p>
        Volunteers were already emailed about this event on <ShortDate moment={data.announcedAt} />.
        You can email them only once about each event.
      </p>
    );
  }
  if (data?.recipients === 0) {
    return (
      <p>
        No one would get this email. Everyone with an active login has signed up or turned off
        emails about new events.
      </p>
    );
  }
  if (data) return <Question event={event} recipients={data.recipients} onDone={onDone} />;
  if (error) {
    return (
      <ErrorState
        title="We couldn't count the volunteers"
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      >
        Please check your connection and try again.
      </ErrorState>
    );
  }
  return (
    <Loading label="Counting the volunteers">
      <Skeleton className="h-24" />
    </Loading>
  );
};

/** Asks for confirmation and states how many volunteers will get an email. */
export const AnnounceEvent = ({ event }: EventProps) => {
  const { id, open, close } = useOpenedRecord("announce");
  return (
    <>
      <RowAction
        aria-label={`Email volunteers about ${eventName(event)}`}
        onClick={() => open(event.id)}
      >
        Email volunteers
      </RowAction>
      <Dialog
        open={id === event.id}
        onClose={close}
        isInUrl
        size="sm"
        title={`Email volunteers about ${eventName(event)}?`}
      >
        <Announcement event={event} onDone={close} />
      </Dialog>
    </>
  );
};
