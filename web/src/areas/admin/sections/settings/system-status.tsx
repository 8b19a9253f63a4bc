import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleMinus from "lucide-react/icons/circle-minus";
import type { ReactNode } from "react";
import { type SystemStatus as Status, useSystemStatus } from "#data/system-status/queries.ts";
import { RefreshButton } from "#kit/lists/refresh-button.tsx";
import { ShortMoment } from "#lib/time/dates.tsx";
import { number } from "#lib/format.ts";
import { cx } from "#ui/class-names.ts";
import { ErrorState } from "#ui/states.tsx";
import { LoadingRows } from "#admin/query-states.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { DeliveryLogLink } from "#admin/delivery-log-link.tsx";
import { Fact } from "#admin/fact.tsx";
import { HealthNotices } from "#admin/health-notices.tsx";
import { MailPauseNotice } from "#admin/mail-pause-notice.tsx";
import { MomentOrNever } from "#admin/moment-or-never.tsx";
import { TechnicalDetails } from "#admin/technical-details.tsx";
import { SettingsCard } from "./settings-card.tsx";
import { SiteConfiguration } from "./site-configuration.tsx";
import { UnusualTraffic } from "./unusual-traffic.tsx";
import { jobLabel, STATE_LOOKS, summarizeSystem, type CheckState } from "./system-summary.ts";

const ICONS = { good: CircleCheck, bad: CircleAlert, none: CircleMinus };
const COLOR_CLASSES = { good: "text-success", bad: "text-error", none: "quiet" };

const Summary = ({ status }: { readonly status: Status }) => {
  const { isWorking, sentence, note } = summarizeSystem(status);
  const { failedCount, heldCount } = status.mail;
  const tone = isWorking ? "good" : "bad";
  const Icon = ICONS[tone];
  return (
    <div className="flex gap-3">
      <Icon aria-hidden="true" size={24} className={cx("mt-0.5 shrink-0", COLOR_CLASSES[tone])} />
      <div>
        <p className="text-lead font-semibold">{sentence}</p>
        {note !== "" && <p className="quiet">{note}</p>}
        {failedCount + heldCount > 0 && (
          <DeliveryLogLink
            status={failedCount > 0 ? "failed" : "held"}
            variant="outline"
            className="mt-3"
          >
            Show in the delivery log
          </DeliveryLogLink>
        )}
      </div>
    </div>
  );
};

const StateLabel = ({ state }: { readonly state: CheckState }) => {
  const { tone, label } = STATE_LOOKS[state];
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

const emailCountsText = ({ waitingCount, heldCount, failedCount }: Status["mail"]): string =>
  `${number(waitingCount)} waiting, ${number(heldCount)} held back, ${number(failedCount)} failed`;

const ScheduledJobs = ({ jobs }: Pick<Status, "jobs">) => (
  <section className="mt-4" aria-labelledby="scheduled-jobs">
    <h3 id="scheduled-jobs" className="font-semibold">
      Scheduled jobs
    </h3>
    <p className="quiet">What the site does on its own, and when each job last succeeded.</p>
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
  </section>
);

const EngineerDetails = ({ status }: { readonly status: Status }) => {
  const { database, payments, mail, storage, auth, jobs } = status;
  return (
    <TechnicalDetails>
      <dl className="divide-base-300 divide-y">
        <Fact name="Database clock">
          <ShortMoment moment={database.time} />
        </Fact>
        {payments.refusedLists.length > 0 && (
          <Fact name="Our Stripe key has no access to">{payments.refusedLists.join(", ")}</Fact>
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
      <ScheduledJobs jobs={jobs} />
    </TechnicalDetails>
  );
};

const StatusCard = ({ status }: { readonly status: Status }) => {
  const { database, payments, mail, storage, auth, ai } = status;
  return (
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
          {emailCountsText(mail)}
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
  );
};

/** Says in one sentence whether everything works. The server checks every service during the request. */
export const SystemStatusPanel = () => {
  const query = useSystemStatus();
  return (
    <div className="grid max-w-3xl gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SectionHeading>System Status</SectionHeading>
        <RefreshButton loadedAt={query.dataUpdatedAt} onRefresh={query.refetch} />
      </div>
      {query.isPending && <LoadingRows label="Checking every service" />}
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
        query.data && (
          <>
            <Summary status={query.data} />
            <HealthNotices problems={query.data.problems} />
            {query.data.mail.pause && <MailPauseNotice pause={query.data.mail.pause} />}
            <UnusualTraffic traffic={query.data.unusualTraffic} />
            <StatusCard status={query.data} />
          </>
        )
      )}
      {!query.isPending && <SiteConfiguration />}
    </div>
  );
};
