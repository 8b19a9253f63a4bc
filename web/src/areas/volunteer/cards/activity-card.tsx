import { useState } from "react";
import type { Shift } from "#data/events/mutations.ts";
import { number, shortDay } from "#lib/format.ts";
import { ErrorState, Loading, Skeleton } from "#ui/states.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import type { Shifts } from "../use-shifts.ts";
import { ShowAll } from "./show-all.tsx";

const INITIAL_SHIFT_COUNT = 5;

const ATTENDANCE_NOTES: Readonly<Record<string, string>> = {
  expected: "Our team hasn't confirmed these hours yet.",
  absent: "You were marked absent, so these hours don't count. Were you there? Please let us know.",
};

const describeResult = ({ isCanceled, attendance, hours }: Shift): string => {
  if (isCanceled) return "Canceled";
  return attendance === "absent" ? "Absent" : `${hours.toFixed(1)} hours`;
};

const Activity = ({ shift }: { readonly shift: Shift }) => {
  const note = shift.isCanceled ? undefined : ATTENDANCE_NOTES[shift.attendance ?? ""];
  return (
    <li className="py-3.5">
      <div className="flex justify-between gap-4">
        <p className="font-semibold">{shift.eventType}</p>
        <p className="shrink-0 tabular-nums">{describeResult(shift)}</p>
      </div>
      <p className="quiet text-sm">
        <time dateTime={shift.startsAt}>{shortDay(shift.date)}</time>
        {note && `. ${note}`}
        {!note &&
          !shift.isCanceled &&
          shift.packagesPacked > 0 &&
          `, ${number(shift.packagesPacked)} boxes packed`}
      </p>
    </li>
  );
};

const ActivityList = ({ pastShifts }: { readonly pastShifts: readonly Shift[] }) => {
  const [showsAll, setShowsAll] = useState(false);
  const shownShifts = showsAll ? pastShifts : pastShifts.slice(0, INITIAL_SHIFT_COUNT);
  if (pastShifts.length === 0) {
    return (
      <>
        <p className="font-semibold">No recent activity</p>
        <p className="quiet text-sm">
          Your past shifts appear here, with your hours and the boxes packed.
        </p>
      </>
    );
  }
  return (
    <>
      <ul className="divide-base-300 divide-y">
        {shownShifts.map((shift) => (
          <Activity key={shift.id} shift={shift} />
        ))}
      </ul>
      <ShowAll
        count={pastShifts.length}
        initialCount={INITIAL_SHIFT_COUNT}
        isExpanded={showsAll}
        onExpandedChange={setShowsAll}
      />
    </>
  );
};

/**
 * Lists past shifts, latest first, or shows an error if the volunteer's own shifts
 * couldn't be loaded.
 */
export const ActivityCard = ({ shifts }: { readonly shifts: Shifts }) => {
  const { query, areSignUpsKnown, pastShifts } = shifts;
  return (
    <section className="card-box p-5 sm:p-6" aria-labelledby="activity">
      <SectionHeading id="activity">Recent Activity</SectionHeading>
      <p className="quiet mt-1 mb-3 text-sm">We confirm hours after each shift.</p>
      {query.isPending && (
        <Loading label="Loading your activity" className="grid gap-3">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </Loading>
      )}
      {areSignUpsKnown && <ActivityList pastShifts={pastShifts} />}
      {!query.isPending && !areSignUpsKnown && (
        <ErrorState
          title="We couldn't load your activity"
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      )}
    </section>
  );
};
