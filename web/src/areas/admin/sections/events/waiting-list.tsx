import type { AdminEvent, useRoster } from "#data/events/resource.ts";
import { ShortMoment } from "#lib/time/dates.tsx";
import { usePutOnShift } from "#data/volunteers/resource.ts";
import { number } from "#lib/format.ts";
import { Button } from "#ui/button.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { SectionHeading } from "#ui/section-heading.tsx";
import { ContactLinks } from "#admin/contact-links.tsx";
import { useOverlapQuestion } from "#admin/use-overlap-question.tsx";
import { VolunteerLink } from "#admin/volunteer-link.tsx";

type WaitingVolunteers = NonNullable<ReturnType<typeof useRoster>["data"]>["waiting"];

export interface WaitingListProps {
  readonly volunteers: WaitingVolunteers;
  readonly event: AdminEvent;
}

interface GiveSpotProps {
  readonly event: AdminEvent;
  readonly id: string;
  readonly name: string;
}

const GiveSpot = ({ event, id, name }: GiveSpotProps) => {
  const placement = usePutOnShift(id);
  const { put, overlapDialog } = useOverlapQuestion(
    async (eventId: string, anyway) => {
      const options = { waitsIfFull: false, sendsEmail: true, ...(anyway && { anyway }) };
      await placement.mutateAsync({ eventId, ...options });
      showSuccess(`${name} has a spot`);
    },
    (error) =>
      showFailure("A spot could not be given", error, {
        title: `We couldn't give ${name} the spot`,
        fallback: "Please try again.",
      }),
  );
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        busy={placement.isPending}
        aria-label={`Give spot: ${name}`}
        onClick={() => void put(event.id)}
      >
        Give spot
      </Button>
      {overlapDialog}
    </>
  );
};

/** Lists waiting volunteers in the order in which they will get open spots. */
export const WaitingList = ({ volunteers, event }: WaitingListProps) => {
  if (volunteers.length === 0) return null;
  // Spots that stay free although people are waiting: the shift begins soon.
  const hasSpot =
    event.isActive &&
    event.status !== "past" &&
    event.maxVolunteers !== null &&
    event.registeredVolunteers < event.maxVolunteers;
  const hiddenCount = event.waitingVolunteers - volunteers.length;
  return (
    <section aria-labelledby="waiting-list" className="mt-8">
      <SectionHeading id="waiting-list">Waiting list</SectionHeading>
      <p className="quiet mt-1 text-sm">
        {hasSpot
          ? "The shift begins soon, so nobody moves up by themselves. Call people before you give them a spot."
          : "When a spot opens up, it goes to the next person in line, who gets an email."}
      </p>
      <ol className="mt-3 grid gap-2">
        {volunteers.map(
          ({ id, personId, firstName, lastName, email, phone, waitingSince }, index) => (
            <li key={id} className="border-base-300 rounded-box flex flex-wrap gap-x-3 border p-3">
              <span className="font-semibold tabular-nums">{index + 1}.</span>
              <VolunteerLink id={personId}>{`${firstName} ${lastName}`}</VolunteerLink>
              <ContactLinks email={email} phone={phone} />
              <span className="quiet ml-auto text-sm">
                since <ShortMoment moment={waitingSince} />
              </span>
              {hasSpot && (
                <GiveSpot event={event} id={personId} name={`${firstName} ${lastName}`} />
              )}
            </li>
          ),
        )}
      </ol>
      {hiddenCount > 0 && <p className="quiet mt-2">and {number(hiddenCount)} more</p>}
    </section>
  );
};
