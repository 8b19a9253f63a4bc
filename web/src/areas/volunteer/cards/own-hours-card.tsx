import { useState } from "react";
import { type OwnHours, useOwnHours, useTakeBackHours } from "#data/hour-entries/mutations.ts";
import { shortDay } from "#lib/format.ts";
import { Button } from "#ui/button.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { ErrorState, Loading, Skeleton } from "#ui/states.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { LazyOwnHoursDialog } from "./dialogs.ts";
import { ShowAll } from "./show-all.tsx";

const INITIAL_COUNT = 3;

const STATUS_TEXTS: Readonly<Record<OwnHours["status"], string>> = {
  pending: "Waiting for approval",
  approved: "Approved",
  rejected: "Not approved. Please ask us if you have questions.",
};

interface VolunteerIdProps {
  readonly volunteerId: string;
}

const OwnEntry = ({ volunteerId, entry }: VolunteerIdProps & { readonly entry: OwnHours }) => {
  const takeBack = useTakeBackHours(volunteerId);
  const remove = async () => {
    try {
      await takeBack.mutateAsync(entry.id);
      showSuccess("Hours taken back");
    } catch (error) {
      showFailure("Hours could not be taken back", error, {
        title: "We couldn't take back the hours",
        fallback: "Please check your connection and try again.",
      });
    }
  };
  return (
    <li className="py-3">
      <div className="flex justify-between gap-4">
        <p className="min-w-0 font-semibold wrap-anywhere">{entry.activity}</p>
        <p className="shrink-0 tabular-nums">{entry.hours.toFixed(2)} hours</p>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="quiet text-sm">
          {shortDay(entry.date)}. {STATUS_TEXTS[entry.status]}
        </p>
        {entry.status === "pending" && (
          <Button
            variant="ghost"
            size="sm"
            className="-mr-3"
            aria-label={`Take back: ${entry.activity}`}
            busy={takeBack.isPending}
            onClick={() => void remove()}
          >
            Take back
          </Button>
        )}
      </div>
    </li>
  );
};

const OwnEntries = ({ volunteerId }: VolunteerIdProps) => {
  const { data, error, isFetching, refetch } = useOwnHours(volunteerId);
  const [showsAll, setShowsAll] = useState(false);
  if (!data && error) {
    return (
      <ErrorState
        title="We couldn't load the hours you handed in"
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  if (!data) {
    return (
      <Loading label="Loading the hours you handed in">
        <Skeleton className="h-12" />
      </Loading>
    );
  }
  return (
    <>
      <ul className="divide-base-300 divide-y">
        {(showsAll ? data : data.slice(0, INITIAL_COUNT)).map((entry) => (
          <OwnEntry key={entry.id} volunteerId={volunteerId} entry={entry} />
        ))}
      </ul>
      <ShowAll
        count={data.length}
        initialCount={INITIAL_COUNT}
        isExpanded={showsAll}
        onExpandedChange={setShowsAll}
      />
    </>
  );
};

/** The hours that the volunteer handed in for work outside shifts. */
export const OwnHoursCard = ({ volunteerId }: VolunteerIdProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="card-box p-5 sm:p-6" aria-labelledby="own-hours">
      <SectionHeading id="own-hours">Hours outside shifts</SectionHeading>
      <p className="quiet mt-1 text-sm">
        Did you help us at another time? Hand in the hours, and they count once our team has
        approved them.
      </p>
      <OwnEntries volunteerId={volunteerId} />
      <Button
        variant="outline"
        size="sm"
        className="mt-3"
        aria-haspopup="dialog"
        onPointerEnter={LazyOwnHoursDialog.preload}
        onClick={() => setOpen(true)}
      >
        Hand in hours
      </Button>
      <LazyOwnHoursDialog open={isOpen} volunteerId={volunteerId} onClose={() => setOpen(false)} />
    </section>
  );
};
