import { formatFullName } from "#rules/names.ts";
import type { AdminApplication } from "#data/volunteer-applications/resource.ts";
import { StatusBadge, type StatusLooks } from "#kit/lists/status-badge.tsx";
import { ShortDate } from "#lib/time/dates.tsx";
import { cx } from "#ui/class-names.ts";

export const APPLICATION_STATUS: StatusLooks<AdminApplication["status"]> = {
  pending: { label: "Pending", tone: "attention" },
  approved: { label: "Active Volunteer" },
  rejected: { label: "Not approved" },
};

/** Lists other applications from the same email address, because anyone can apply with someone else's address. */
export const OtherApplications = ({ sameAddress }: Pick<AdminApplication, "sameAddress">) => (
  <ul>
    {sameAddress.map(({ id, firstName, lastName, status, createdAt }) => (
      <li key={id}>
        {formatFullName({ firstName, lastName })}, <ShortDate moment={createdAt} />,{" "}
        {APPLICATION_STATUS[status].label.toLowerCase()}
      </li>
    ))}
  </ul>
);

/** In a table, long notes must not crowd out the other columns. */
const NOTE_CLASSES = "quiet mt-1 block text-sm @4xl:max-w-44";

/** Shows the decision, the review notes, and the state of the account. */
export const ApplicationStatus = ({
  status,
  reviewNotes,
  awaitsActivation,
  isClosed,
  isEmptied,
}: AdminApplication) => (
  <>
    <StatusBadge looks={APPLICATION_STATUS} status={status} />
    {isClosed && (
      <span className={NOTE_CLASSES}>
        Closed when another application with this email and name was approved
      </span>
    )}
    {isEmptied && <span className={NOTE_CLASSES}>The person's details were deleted</span>}
    {awaitsActivation && <span className={NOTE_CLASSES}>Hasn't set up their account yet</span>}
    {reviewNotes && <span className={cx(NOTE_CLASSES, "whitespace-pre-line")}>{reviewNotes}</span>}
  </>
);
