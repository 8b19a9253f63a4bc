import type { Ref } from "react";
import { ERASURE_STEPS } from "#contracts/erasures.ts";
import { type Erasure, useContinueErasure, useErasures } from "#data/erasures/mutations.ts";
import { StatusBadge, type StatusLooks } from "#kit/lists/status-badge.tsx";
import { countWithNoun } from "#lib/format.ts";
import { ShortMoment } from "#lib/time/dates.tsx";
import { QueryStates } from "#admin/query-states.tsx";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/messages/notice.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { SettingsCard } from "../settings-card.tsx";

const ERASURE_STATE: StatusLooks<Erasure["state"]> = {
  running: { label: "In progress", tone: "now" },
  waiting: { label: "Waiting", tone: "attention" },
  done: { label: "Done" },
};

const STEP_TEXTS: Readonly<Record<(typeof ERASURE_STEPS)[number], string>> = {
  records: "Erasing the records",
  files: "Deleting pictures and files",
  logins: "Deleting logins",
  site: "Rebuilding pages",
  caches: "Waiting for cached copies of pages to expire",
};

const countsText = (erasure: Erasure): string =>
  [
    countWithNoun(erasure.deletedRowCount, "record deleted", "records deleted"),
    `${erasure.emptiedRowCount} emptied`,
    countWithNoun(erasure.deletedFileCount, "file deleted", "files deleted"),
    countWithNoun(erasure.deletedLoginCount, "login deleted", "logins deleted"),
  ].join(", ");

const Progress = ({ finishedSteps }: Erasure) => {
  const nextStep = ERASURE_STEPS.find((step) => !finishedSteps.includes(step));
  return (
    <output className="block">
      <span className="quiet text-sm">
        {nextStep && `${STEP_TEXTS[nextStep]}. `}
        You can leave this page and come back.
      </span>
      <progress
        className="progress progress-primary mt-1.5 w-full"
        aria-label="Progress of the erasure"
        max={ERASURE_STEPS.length}
        value={finishedSteps.length}
      />
    </output>
  );
};

const TryAgainButton = ({ id }: Erasure) => {
  const continueErasure = useContinueErasure();
  const tryAgain = () =>
    continueErasure.mutateAsync(id).catch((error: unknown) => {
      showFailure("An erasure could not continue", error, {
        title: "The erasure is still waiting",
        fallback: "We'll try again every minute.",
      });
    });
  return (
    <Button
      variant="outline"
      size="sm"
      busy={continueErasure.isPending}
      onClick={() => void tryAgain()}
    >
      Try again now
    </Button>
  );
};

interface ErasureItemProps extends Erasure {
  /** One site build removes every erased person from the pages, so only the newest erasure asks for a build. */
  readonly isNewest: boolean;
}

/** Says when the person will have disappeared from every public page. */
const SiteNote = ({ siteBuild, cachesExpireAt, state, isNewest }: ErasureItemProps) => (
  <>
    {siteBuild === "requested" && state !== "done" && (
      <p className="text-sm">The site's pages are being rebuilt without this person.</p>
    )}
    {siteBuild === "no_hook" && isNewest && (
      <Notice tone="info" title="Rebuild the site yourself">
        Older pages may still show this person, because automatic rebuilds aren't set up. Ask the
        person who set up this site to build and deploy it again.
      </Notice>
    )}
    {cachesExpireAt !== null && state !== "done" && (
      <p className="text-sm">
        The last cached copies of old pages expire on <ShortMoment moment={cachesExpireAt} />.
      </p>
    )}
  </>
);

const ErasureItem = (erasure: ErasureItemProps) => (
  <div className="grid gap-2 py-3">
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="font-semibold">
        <ShortMoment moment={erasure.requestedAt} />, by {erasure.requestedBy}
      </p>
      <StatusBadge looks={ERASURE_STATE} status={erasure.state} />
    </div>
    <p className="quiet text-sm">{countsText(erasure)}</p>
    {erasure.state === "running" && <Progress {...erasure} />}
    {erasure.state === "waiting" && (
      <>
        <Notice tone="error" title="A step failed. We'll try again every minute.">
          {erasure.problem}
        </Notice>
        <div>
          <TryAgainButton {...erasure} />
        </div>
      </>
    )}
    <SiteNote {...erasure} />
  </div>
);

/** Past and current erasures, without any details about the erased people. */
export const Erasures = ({ ref }: { readonly ref: Ref<HTMLDivElement> }) => (
  <SettingsCard
    title="Erasures"
    intro="Who started each erasure, when, and how far along it is. The name of the person whose data was erased isn't kept. Take a backup after each erasure. It updates the list that keeps erased data from coming back when you restore an older backup."
  >
    <div ref={ref} tabIndex={-1} className="outline-none">
      <QueryStates
        query={useErasures()}
        subject="the erasures"
        emptyTitle="No one's data has been erased yet"
      >
        {(erasures) => (
          <ul className="divide-base-300 divide-y">
            {erasures.map((erasure, index) => (
              <li key={erasure.id}>
                <ErasureItem {...erasure} isNewest={index === 0} />
              </li>
            ))}
          </ul>
        )}
      </QueryStates>
    </div>
  </SettingsCard>
);
