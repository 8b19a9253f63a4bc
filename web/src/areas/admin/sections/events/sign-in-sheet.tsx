import { useState } from "react";
import { useParams } from "react-router-dom";
import { useRoster, type AdminEvent } from "#data/events/resource.ts";
import {
  useAllParticipants,
  type Participant,
} from "#data/volunteer-event-registrations/resource.ts";
import { calendarDay, timeRange } from "#lib/format.ts";
import { paths } from "#lib/paths.ts";
import { formatFullName } from "#rules/names.ts";
import { DocumentFrame } from "#ui/documents/document-frame.tsx";
import { CheckField } from "#ui/fields/check-field.tsx";

/** Lines for people who come without having signed up. */
const BLANK_LINES = ["1", "2", "3", "4", "5"] as const;

interface LineProps {
  readonly name: string;
  readonly phone?: string | null;
}

const Line = ({ name, phone }: LineProps) => (
  <tr className="border-base-300 h-12 break-inside-avoid border-b align-bottom">
    <td className="w-1/2 py-1.5 pr-4 font-semibold wrap-anywhere">
      {name}
      {phone && <span className="quiet block text-sm font-normal">{phone}</span>}
    </td>
    <td aria-label="Signature" />
  </tr>
);

interface SheetProps {
  readonly event: AdminEvent;
  readonly participants: readonly Participant[];
  readonly hasPhones: boolean;
}

/** Stays light in dark mode, like paper. */
const Sheet = ({ event, participants, hasPhones }: SheetProps) => (
  <article
    data-theme="paper"
    className="bg-base-100 text-base-content border-base-300 rounded-box border p-5 sm:p-10 print:border-0 print:p-0"
  >
    <h1 className="font-display text-heading font-semibold">Sign-in sheet</h1>
    <p className="mt-2 font-semibold">
      {event.eventType}, {calendarDay(event.date)}
    </p>
    <p>
      {timeRange(event.startTime, event.endTime)}, {event.address}
    </p>
    <table className="mt-6 w-full text-left">
      <thead>
        <tr className="border-base-content border-b text-sm">
          <th scope="col" className="py-2 pr-4 font-semibold">
            Name
          </th>
          <th scope="col" className="py-2 font-semibold">
            Signature
          </th>
        </tr>
      </thead>
      <tbody>
        {participants.map((participant) => (
          <Line
            key={participant.id}
            name={formatFullName(participant)}
            phone={hasPhones ? participant.phone : null}
          />
        ))}
        {BLANK_LINES.map((line) => (
          <Line key={line} name="" />
        ))}
      </tbody>
    </table>
  </article>
);

/** A sheet of paper to sign at the door, with everyone who is expected, by last name. */
export const SignInSheet = () => {
  const { "*": path = "" } = useParams();
  const eventId = path.split("/").at(-1) ?? "";
  const roster = useRoster(eventId);
  const participants = useAllParticipants(eventId);
  const [hasPhones, setHasPhones] = useState(false);
  return (
    <div className="mx-auto max-w-3xl">
      <DocumentFrame<unknown>
        title="the sign-in sheet"
        backLink={{
          to: `${paths.dashboard("events")}?roster=${eventId}`,
          label: "Back to the roster",
        }}
        query={roster.data === undefined ? roster : participants}
      >
        {() =>
          roster.data &&
          participants.data && (
            <>
              <div className="mb-6 print:hidden">
                <CheckField
                  label="Show phone numbers"
                  description="Everyone who signs can read them."
                  checked={hasPhones}
                  onValue={setHasPhones}
                />
              </div>
              <Sheet
                event={roster.data.event}
                participants={participants.data.filter(({ attendance }) => attendance !== "absent")}
                hasPhones={hasPhones}
              />
            </>
          )
        }
      </DocumentFrame>
    </div>
  );
};
