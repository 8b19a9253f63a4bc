import Printer from "lucide-react/icons/printer";
import {
  type OwnRegistrationTotals,
  useOwnRegistrationTotals,
} from "#data/volunteer-event-registrations/queries.ts";
import { countWithNoun, monthName, number, shortDay } from "#lib/format.ts";
import { paths } from "#lib/paths.ts";
import { LinkButton } from "#ui/button.tsx";
import { ErrorState, Skeleton } from "#ui/states.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";

const Figure = ({
  label,
  value,
}: {
  readonly label: string;
  readonly value: number | undefined;
}) => (
  <div>
    <dt className="quiet text-sm font-semibold">{label}</dt>
    <dd className="font-display text-3xl font-semibold tabular-nums">
      {value === undefined ? <Skeleton className="my-1 h-7 w-16" /> : number(value)}
    </dd>
  </div>
);

const summarizeActivity = (totals: OwnRegistrationTotals): string => {
  const { firstShift, since, packagesPacked, handedInHours } = totals;
  if (!firstShift && handedInHours === 0) return "Your hours appear here after your first shift.";
  return [
    packagesPacked > 0 &&
      `Your shift teams packed ${countWithNoun(packagesPacked, "box", "boxes")}.`,
    handedInHours > 0 && `${handedInHours.toFixed(2)} of the hours were outside shifts.`,
    firstShift && `First shift: ${shortDay(firstShift)}.`,
    since && `Volunteering since ${monthName(since)}.`,
  ]
    .filter(Boolean)
    .join(" ");
};

/**
 * Shows the total in whole hours (VDASH-33), the number of completed shifts, and the boxes packed.
 */
export const HoursCard = () => {
  const { data, error, isFetching, refetch } = useOwnRegistrationTotals();
  if (error) {
    return (
      <ErrorState
        title="We couldn't load your hours"
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      >
        {error.message}
      </ErrorState>
    );
  }
  return (
    <section className="card-box p-5 sm:p-6" aria-labelledby="hours">
      <SectionHeading id="hours">What your hours add up to</SectionHeading>
      <dl className="mt-4 grid grid-cols-2 gap-4">
        <Figure
          label="Total Hours"
          value={data && Math.round(data.totalHours + data.handedInHours)}
        />
        <Figure label="Shifts Completed" value={data?.shiftsCompleted} />
      </dl>
      <p className="mt-4">{data ? summarizeActivity(data) : <Skeleton className="h-6 w-full" />}</p>
      {data && (data.firstShift !== null || data.handedInHours > 0) && (
        <LinkButton
          variant="outline"
          size="sm"
          className="mt-4"
          to={paths.volunteerDashboard("certificate")}
        >
          <Printer aria-hidden="true" size={16} />
          Certificate of hours
        </LinkButton>
      )}
    </section>
  );
};
