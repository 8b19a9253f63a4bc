import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleMinus from "lucide-react/icons/circle-minus";
import type { ReactNode } from "react";
import { useSystemStatus, type SystemStatus as Status } from "#data/system-status/queries.ts";
import { RefreshButton } from "#kit/lists/refresh-button.tsx";
import { ShortMoment } from "#lib/time/dates.tsx";
import { number } from "#lib/format.ts";
import { cx } from "#ui/class-names.ts";
import { ErrorState, Loading, Skeleton } from "#ui/states.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { Fact } from "#admin/fact.tsx";
import { MomentOrNever } from "#admin/moment-or-never.tsx";
import { TechnicalDetails } from "#admin/technical-details.tsx";
import { SettingsCard } from "./settings-card.tsx";

type Tone = "good" | "bad" | "none";
type CheckState =
  | Status["payments"]["state"]
  | Status["mail"]["state"]
  | Status["ai"]["state"]
  | Status["jobs"][number]["state"];

const STATE_LOOKS: Readonly<Record<CheckState, readonly [Tone, string]>> = {
  working: ["good", "Working"],
  slow: ["bad", "Working, but slow"],
  failing: ["bad", "Not responding"],
  refused: ["bad", "Not accepting our key"],
  demo: ["none", "Demo: no one is charged"],
  log: ["none", "Written to the log, not sent"],
  configured: ["good", "Set up"],
  unused: ["none", "Not in use"],
  off: ["bad", "Not set up"],
  "on-time": ["good", "On time"],
  late: ["bad", "Late"],
  never: ["none", "Hasn't run yet"],
};

const ICONS = { good: CircleCheck, bad: CircleAlert, none: CircleMinus };
const COLOR_CLASSES = { good: "text-success", bad: "text-error", none: "quiet" };

const StateLabel = ({ state }: { readonly state: CheckState }) => {
  const [tone, label] = STATE_LOOKS[state];
  const Icon = ICONS[tone];
  return (
    <span className={cx("inline-flex items-center gap-1.5 font-semibold", COLOR_CLASSES[tone])}>
      <Icon aria-hidden="true" size={16} />
      {label}
    </span>
  );
};

interface ServiceStatusProps {
  readonly name: string;
  readonly service: { readonly state: CheckState };
  readonly children?: ReactNode;
}

const ServiceStatus = ({ name, service: { state }, children }: ServiceStatusProps) => (
  <Fact name={name}>
    <StateLabel state={state} />
    {children && <span className="quiet block text-sm">{children}</span>}
  </Fact>
);

const ResponseTime = ({
  name,
  service: { milliseconds },
}: {
  readonly name: string;
  readonly service: { readonly milliseconds: number | null };
}) =>
  milliseconds !== null && <Fact name={`${name} response time`}>{number(milliseconds)} ms</Fact>;

const mailCountsText = ({ waitingCount, heldCount, failedCount }: Status["mail"]): string =>
  `${number(waitingCount)} waiting, ${number(heldCount)} held back, ${number(failedCount)} failed`;

const JOB_LABELS: Readonly<Record<string, string>> = {
  "call-build-hook": "Rebuild the site after changes",
  "confirm-finished-attendance": "Confirm attendance after events",
  "fail-abandoned-donations": "Close abandoned donations",
  "queue-annual-statements": "Send annual statements",
  "queue-event-reminders": "Send shift reminders",
  "reconcile-payments": "Compare payments with Stripe",
  "release-deliveries": "Publish military mail deliveries",
  "send-emails": "Send emails",
  "sweep-gift-links": "Clean up old gift links",
  "sweep-idempotency-keys": "Clean up expired duplicate-request records",
  "sweep-rate-limits": "Clean up expired rate-limit counters",
  "sweep-stripe-events": "Clean up old Stripe events",
  "sweep-uploads": "Clean up unused uploads",
};

/** Returns a job's label. For a job that isn't listed, its name becomes the label: `send-emails` becomes "Send emails". */
const jobLabel = (name: string) =>
  JOB_LABELS[name] ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " ");

const EngineerDetails = ({ status }: { readonly status: Status }) => {
  const { database, payments, mail, storage, auth } = status;
  return (
    <TechnicalDetails>
      <dl className="divide-base-300 divide-y">
        <Fact name="Database clock">
          <ShortMoment moment={database.time} />
        </Fact>
        {payments.refusedLists.length > 0 && (
          <Fact name="Our Stripe key can't read">{payments.refusedLists.join(", ")}</Fact>
        )}
        <Fact name="Email sender last ran">
          <MomentOrNever moment={mail.senderRanAt} />
        </Fact>
        <ResponseTime name="Database" service={database} />
        <ResponseTime name="Payment Processing" service={payments} />
        <ResponseTime name="Email Service" service={mail} />
        <ResponseTime name="File Storage" service={storage} />
        <ResponseTime name="Accounts and Logins" service={auth} />
      </dl>
    </TechnicalDetails>
  );
};

const StatusCards = ({ status }: { readonly status: Status }) => {
  const { database, payments, mail, storage, auth, ai, jobs } = status;
  return (
    <>
      <SettingsCard
        title="Services"
        intro={
          <>
            Checked <ShortMoment moment={status.checkedAt} />
          </>
        }
      >
        <dl className="divide-base-300 divide-y">
          <ServiceStatus name="Database" service={database} />
          <ServiceStatus name="Payment Processing" service={payments}>
            {payments.milliseconds !== null && (payments.isLive ? "Stripe" : "Stripe, test mode")}
          </ServiceStatus>
          <ServiceStatus name="Email Service" service={mail}>
            {mailCountsText(mail)}
            {mail.oldestWaitingAt !== null && (
              <>
                . Oldest waiting since <ShortMoment moment={mail.oldestWaitingAt} />
              </>
            )}
          </ServiceStatus>
          <ServiceStatus name="File Storage" service={storage} />
          <ServiceStatus name="Accounts and Logins" service={auth} />
          <ServiceStatus name="AI Writing" service={ai} />
        </dl>
        <EngineerDetails status={status} />
      </SettingsCard>
      <SettingsCard
        title="Scheduled jobs"
        intro="What the site does on its own, and when each job last succeeded."
      >
        <dl className="divide-base-300 divide-y">
          {jobs.map(({ name, state, ranAt }) => (
            <Fact key={name} name={jobLabel(name)}>
              <StateLabel state={state} />
              {ranAt !== null && (
                <span className="quiet">
                  {" · "}
                  <ShortMoment moment={ranAt} />
                </span>
              )}
            </Fact>
          ))}
        </dl>
      </SettingsCard>
    </>
  );
};

/** Shows the state of every service the site depends on, which the server checks during the request. */
export const SystemStatusPanel = () => {
  const query = useSystemStatus();
  return (
    <div className="grid max-w-3xl gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SectionHeading>System Status</SectionHeading>
        <RefreshButton loadedAt={query.dataUpdatedAt} onRefresh={query.refetch} />
      </div>
      {query.isPending && (
        <Loading label="Checking every service" className="grid gap-3">
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
        </Loading>
      )}
      {/* After a failed refresh, hide the previous status instead of showing it as current. */}
      {query.isError ? (
        <ErrorState
          title="We couldn't check the status"
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        >
          The server or its database isn't responding, or you've refreshed too often. Visitors may
          see errors too.
        </ErrorState>
      ) : (
        query.data && <StatusCards status={query.data} />
      )}
    </div>
  );
};
