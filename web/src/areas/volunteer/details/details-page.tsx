import { useOwnDetails } from "#data/own-details/mutations.ts";
import { getServerMessage } from "#lib/api/refusals.ts";
import { paths } from "#lib/paths.ts";
import type { VolunteerAuthRecord } from "#lib/session/session.ts";
import { useTitle } from "#lib/use-title.ts";
import { LinkButton } from "#ui/button.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { ErrorState, Loading, Skeleton } from "#ui/states.tsx";
import { useLogOutIfClosed } from "../use-log-out-if-closed.ts";
import { DetailsForm } from "./details-form.tsx";
import { LoginCard } from "./login-card.tsx";

const TITLE = "Your details";

/** None of these emails can be turned off: each is about the volunteer's account or a shift they chose. */
const EMAIL_TYPES = [
  ["Before a shift", "A reminder the day before."],
  ["If a shift changes", "We tell you when it's moved, canceled or back on."],
  ["If you're on a waiting list", "We tell you when a spot opens up and it's yours."],
  ["About your account", "When you apply, when you're approved, and when your email changes."],
] as const;

const EmailsCard = () => (
  <section className="card-box p-5 sm:p-6" aria-labelledby="emails-title">
    <SectionHeading id="emails-title">Emails you get from us</SectionHeading>
    <p className="quiet mt-1">
      You'll always get these. We email you about new events only if you want us to. You can choose
      that under About you.
    </p>
    <dl className="mt-4 grid gap-2 text-sm">
      {EMAIL_TYPES.map(([occasion, text]) => (
        <div key={occasion}>
          <dt className="inline font-semibold">{occasion}: </dt>
          <dd className="quiet inline">{text}</dd>
        </div>
      ))}
    </dl>
  </section>
);

export interface DetailsPageProps {
  readonly volunteer: VolunteerAuthRecord;
  /** Called once the stored record has a new name. */
  readonly onRename: () => void;
}

const DetailsPage = ({ volunteer, onRename }: DetailsPageProps) => {
  useTitle(TITLE);
  const query = useOwnDetails(volunteer.id);
  const { data: details, error, isFetching, refetch } = query;
  useLogOutIfClosed(error);
  return (
    <div className="mx-auto max-w-3xl">
      <LinkButton variant="ghost" size="sm" to={paths.volunteerDashboard()}>
        Back to your dashboard
      </LinkButton>
      <h1 className="font-display text-heading mt-3 font-semibold">{TITLE}</h1>
      {!details && !error && (
        <Loading label="Loading your details" className="mt-6 grid gap-6">
          <Skeleton className="h-96" />
        </Loading>
      )}
      {!details && error && (
        <div className="mt-6">
          <ErrorState
            title="We couldn't load your details"
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          >
            {getServerMessage(error) ?? "Please check your connection and try again."}
          </ErrorState>
        </div>
      )}
      {details && (
        <div className="mt-6 grid grid-cols-1 gap-6">
          <section className="card-box p-5 sm:p-6" aria-labelledby="about-title">
            <SectionHeading id="about-title">About you</SectionHeading>
            <DetailsForm volunteer={volunteer} details={details} onRename={onRename} />
          </section>
          <LoginCard volunteerId={volunteer.id} details={details} />
          <EmailsCard />
        </div>
      )}
    </div>
  );
};

export default DetailsPage;
