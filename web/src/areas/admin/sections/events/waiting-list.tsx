import type { AdminEvent, useRoster } from "#data/events/resource.ts";
import { ShortMoment } from "#lib/time/dates.tsx";
import { number } from "#lib/format.ts";
import { SectionHeading } from "#ui/section-heading.tsx";
import { ContactLinks } from "#admin/contact-links.tsx";
import { VolunteerLink } from "#admin/volunteer-link.tsx";

type WaitingVolunteers = NonNullable<ReturnType<typeof useRoster>["data"]>["waiting"];

export interface WaitingListProps {
  readonly volunteers: WaitingVolunteers;
  readonly event: AdminEvent;
}

/** Lists waiting volunteers in the order in which they will get open spots. */
export const WaitingList = ({ volunteers, event }: WaitingListProps) => {
  if (volunteers.length === 0) return null;
  const hiddenCount = event.waitingVolunteers - volunteers.length;
  return (
    <section aria-labelledby="waiting-list" className="mt-8">
      <SectionHeading id="waiting-list">Waiting list</SectionHeading>
      <p className="quiet mt-1 text-sm">
        When a spot opens up, it goes to the next person in line, who gets an email.
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
            </li>
          ),
        )}
      </ol>
      {hiddenCount > 0 && <p className="quiet mt-2">and {number(hiddenCount)} more</p>}
    </section>
  );
};
