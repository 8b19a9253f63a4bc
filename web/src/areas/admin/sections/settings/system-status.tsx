import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleMinus from "lucide-react/icons/circle-minus";
import type { ReactNode } from "react";
import {
  useSystemStatus,
  type SystemStatus as Status,
} from "../../../../data/system-status/queries.ts";
import { RefreshButton } from "../../../../kit/refresh-button.tsx";
import { ShortMoment } from "../../../../lib/dates.tsx";
import { number } from "../../../../lib/format.ts";
import { cx } from "../../../../ui/class-names.ts";
import { ErrorState, Loading, Skeleton } from "../../../../ui/states.tsx";
import { Fact } from "../../fact.tsx";
import { SettingsCard } from "./settings-card.tsx";

type Tone = "good" | "bad" | "none";
type State =
  | Status["payments"]["state"]
  | Status["mail"]["state"]
  | Status["ai"]["state"]
  | Status["jobs"][number]["state"];

const STATES: Readonly<Record<State, readonly [Tone, string]>> = {
  working: ["good", "Working"],
  slow: ["bad", "Working, but slow"],
  failing: ["bad", "Does not answer"],
  refused: ["bad", "Does not accept our key"],
  demo: ["none", "Demo: nothing is charged"],
  log: ["none", "Written to the log, not sent"],
  configured: ["good", "Configured"],
  unused: ["none", "Not set up"],
  off: ["bad", "Not configured"],
  "on-time": ["good", "On time"],
  late: ["bad", "Late"],
  never: ["none", "Has not run yet"],
};

const ICONS = { good: CircleCheck, bad: CircleAlert, none: CircleMinus };
const COLOURS = { good: "text-success", bad: "text-error", none: "quiet" };

const StateWord = ({ state }: { readonly state: State }) => {
  const [tone, word] = STATES[state];
  const Icon = ICONS[tone];
  return (
    <span className={cx("inline-flex items-center gap-1.5 font-semibold", COLOURS[tone])}>
      <Icon aria-hidden="true" size={16} />
      {word}
    </span>
  );
};

interface ServiceProps {
  readonly name: string;
  readonly of: { readonly state: State; readonly milliseconds: number | null };
  readonly children?: ReactNode;
}

const Service = ({ name, of: { state, milliseconds }, children }: ServiceProps) => (
  <Fact name={name}>
    <StateWord state={state} />
    {milliseconds !== null && <span className="quiet"> in {number(milliseconds)} ms</span>}
    {children && <span className="quiet block text-sm">{children}</span>}
  </Fact>
);

const When = ({ moment }: { readonly moment: string | null }) =>
  moment === null ? "never" : <ShortMoment moment={moment} />;

const mailsOf = ({ waitingCount, heldCount, failedCount }: Status["mail"]): string =>
  `${number(waitingCount)} waiting, ${number(heldCount)} held back, ${number(failedCount)} failed`;

/** `send-emails` reads "Send emails". */
const jobWords = (name: string) =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " ");

const Answers = ({ status }: { readonly status: Status }) => {
  const { database, payments, mail, storage, auth, ai, jobs } = status;
  return (
    <>
      <SettingsCard
        title="Services"
        intro={
          <>
            Asked <ShortMoment moment={status.checkedAt} />
          </>
        }
      >
        <dl className="divide-base-300 divide-y">
          <Service name="Database" of={database}>
            Its clock says <ShortMoment moment={database.time} />
          </Service>
          <Service name="Payment Processing" of={payments}>
            {payments.milliseconds !== null && (payments.isLive ? "Stripe" : "Stripe, test mode")}
            {payments.refusedLists.length > 0 &&
              `. Our key may not read: ${payments.refusedLists.join(", ")}`}
          </Service>
          <Service name="Email Service" of={mail}>
            {mailsOf(mail)}
            {mail.oldestWaitingAt !== null && (
              <>
                , the oldest since <ShortMoment moment={mail.oldestWaitingAt} />
              </>
            )}
            . Mails were last looked after: <When moment={mail.senderRanAt} />
          </Service>
          <Service name="File Storage" of={storage} />
          <Service name="Accounts and Logins" of={auth} />
          <Service name="AI Writing" of={{ ...ai, milliseconds: null }} />
        </dl>
      </SettingsCard>
      <SettingsCard
        title="Scheduled work"
        intro="What runs by the clock, and when it ended well last."
      >
        <dl className="divide-base-300 divide-y">
          {jobs.map(({ name, state, ranAt }) => (
            <Fact key={name} name={jobWords(name)}>
              <StateWord state={state} />
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

/** Whether what the site depends on answers, asked at this moment. */
export const SystemStatus = () => {
  const query = useSystemStatus();
  return (
    <div className="grid max-w-3xl gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-display text-title font-semibold">System Status</h2>
        <RefreshButton asOf={query.dataUpdatedAt} onRefresh={query.refetch} />
      </div>
      {query.isPending && (
        <Loading label="Asking every service" className="grid gap-3">
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
        </Loading>
      )}
      {/* What was true before is no answer to whether it is now. */}
      {query.isError ? (
        <ErrorState
          title="The status could not be asked"
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        >
          The server or its database does not answer, or was asked too often. Visitors may see the
          same.
        </ErrorState>
      ) : (
        query.data && <Answers status={query.data} />
      )}
    </div>
  );
};
