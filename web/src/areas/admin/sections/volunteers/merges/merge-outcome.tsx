import type { VolunteerMergePreview } from "#data/volunteer-merges/mutations.ts";
import { countWithNoun, number, shortDay } from "#lib/format.ts";

type SharedShift = VolunteerMergePreview["sharedShifts"][number];

const ATTENDANCE_TEXTS = {
  confirmed: "attended",
  expected: "signed up",
  absent: "absent",
} as const;
const ATTENDANCE_PRIORITY = ["confirmed", "expected", "absent"] as const;

/** Returns the attendance that is kept. Present takes priority over signed up, and signed up over absent. */
const getFinalAttendance = ({ keptAttendance, mergedAttendance }: SharedShift) =>
  ATTENDANCE_PRIORITY.find((attendance) =>
    [keptAttendance, mergedAttendance].includes(attendance),
  )!;

const describeLoginChange = ({ kept, merged }: VolunteerMergePreview): string | null => {
  if (merged.login === null) return null;
  if (kept.login !== null) {
    return `Afterward, only ${kept.login.email} can log in. The other account is closed, and reopens if you undo the merge.`;
  }
  return `The volunteer you keep will log in with ${merged.login.email}, which becomes their email address.`;
};

const SharedShifts = ({ shifts }: { readonly shifts: readonly SharedShift[] }) => (
  <>
    <p>
      {shifts.length === 1
        ? "Both signed up for the same shift, so it counts only once:"
        : `Both signed up for the same ${countWithNoun(shifts.length, "shift", "shifts")}, so each counts only once:`}
    </p>
    <ul className="grid list-disc gap-1 pl-5">
      {shifts.map((shift) => (
        <li key={shift.eventId}>
          {shift.eventType} on {shortDay(shift.date)}: {ATTENDANCE_TEXTS[getFinalAttendance(shift)]}
        </li>
      ))}
    </ul>
  </>
);

/** Describes the result of the merge: hours, shifts that both volunteers had signed up for, and the login. */
export const MergeOutcome = ({ preview }: { readonly preview: VolunteerMergePreview }) => {
  const { totalHours, packagesHelped, sharedShifts } = preview;
  const login = describeLoginChange(preview);
  return (
    <div className="mb-4 grid gap-2 text-sm">
      <p>
        Everything moves to the volunteer you keep, including the other volunteer's email addresses.
        We'll add any details that only the other volunteer has.
      </p>
      <p>
        Together, they volunteered {number(totalHours)} {totalHours === 1 ? "hour" : "hours"} and
        packed {countWithNoun(packagesHelped, "package", "packages")}.
      </p>
      {sharedShifts.length > 0 && <SharedShifts shifts={sharedShifts} />}
      {login && <p className="wrap-anywhere">{login}</p>}
    </div>
  );
};
