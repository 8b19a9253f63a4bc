import Download from "lucide-react/icons/download";
import { useState } from "react";
import { Link, useParams } from "react-router-dom";
import { depositEndpoints } from "#contracts/deposits.ts";
import { DONATION_METHOD } from "#rules/donation-methods.ts";
import {
  type DepositRecord,
  type UndepositedDonation,
  useCloseDeposit,
  useDeposit,
  useMoveToDeposit,
  useReopenDeposit,
  useSaveDepositSlip,
  useUndepositedDonations,
} from "#data/deposits/resource.ts";
import { NEW_RECORD_ID, useOpenedRecord } from "#kit/lists/use-opened-record.ts";
import { getFieldIssues, getServerMessage } from "#lib/api/refusals.ts";
import { countWithNoun, moneyWithCents, shortDay } from "#lib/format.ts";
import { paths } from "#lib/paths.ts";
import { ShortDate } from "#lib/time/dates.tsx";
import { useTitle } from "#lib/use-title.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Notice } from "#ui/messages/notice.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { SectionHeading } from "#ui/section-heading.tsx";
import { StatCard } from "#ui/stat-card.tsx";
import { donationPath } from "#admin/donation-path.ts";
import { useHasArea } from "#admin/own-areas.ts";
import { BackLink } from "#admin/back-link.tsx";
import { QueryStates } from "#admin/query-states.tsx";
import { ReasonForm } from "./reason-form.tsx";
import { showDownloadFailure } from "./show-download-failure.ts";

interface DepositProps {
  readonly deposit: DepositRecord;
}

/** Returns the donations' total minus the slip's total, in dollars. */
const getDifference = ({ deposited, slipTotal }: DepositRecord): number =>
  (Math.round(deposited * 100) - Math.round(slipTotal * 100)) / 100;

const getFailureText = (error: unknown): string =>
  getFieldIssues(error)["slipTotal"] ??
  getServerMessage(error) ??
  "We couldn't close the deposit. Please try again.";

const differenceText = (difference: number): string => {
  if (difference === 0) return "The donations match the slip.";
  const amount = moneyWithCents(Math.abs(difference));
  return `The donations are ${amount} ${difference > 0 ? "more" : "less"} than the slip.`;
};

const Figures = ({ deposit }: DepositProps) => (
  <div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
    <StatCard label="Slip total" value={moneyWithCents(deposit.slipTotal)} />
    <StatCard
      label="Donations"
      value={moneyWithCents(deposit.deposited)}
      note={countWithNoun(deposit.donationCount, "donation", "donations")}
    />
    {deposit.total !== deposit.deposited && (
      <StatCard label="After corrections" value={moneyWithCents(deposit.total)} />
    )}
  </div>
);

interface EntryRowProps {
  readonly entry: UndepositedDonation;
  readonly note?: string | null;
  readonly depositId?: string | null;
  /** Undefined if the donation can't be moved. */
  readonly actionLabel?: string | undefined;
}

const EntryRow = ({ entry, note, depositId = null, actionLabel }: EntryRowProps) => {
  const move = useMoveToDeposit();
  const { donationId, donorName, method, reference, amount, date } = entry;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <span className="min-w-0">
        <Link className="link link-hover font-semibold wrap-anywhere" to={donationPath(donationId)}>
          {donorName}
        </Link>
        <span className="quiet block text-sm">
          {[DONATION_METHOD[method], reference].filter(Boolean).join(" ")}, {shortDay(date)}
          {note && `: ${note}`}
        </span>
      </span>
      <span className="flex items-center gap-3 tabular-nums">
        {moneyWithCents(amount)}
        {actionLabel && (
          <Button
            variant="outline"
            size="sm"
            aria-label={`${actionLabel} ${donorName}, ${moneyWithCents(amount)}`}
            busy={move.isPending}
            onClick={() =>
              move.mutate(
                { donationId, depositId },
                {
                  onError: (error) =>
                    showFailure("A donation could not be moved", error, {
                      title: "Move Failed",
                      fallback: "We couldn't move the donation. Please try again.",
                    }),
                },
              )
            }
          >
            {actionLabel}
          </Button>
        )}
      </span>
    </li>
  );
};

const DepositEntries = ({ deposit }: DepositProps) => {
  const { id, entries, closedAt } = deposit;
  const isOpen = closedAt === null;
  return (
    <section className="card-box p-5 sm:p-6" aria-labelledby="entries-title">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <SectionHeading id="entries-title">Donations</SectionHeading>
        {isOpen && (
          <LinkButton size="sm" to={`${paths.dashboard("donations", NEW_RECORD_ID)}?deposit=${id}`}>
            Add donations
          </LinkButton>
        )}
      </div>
      {entries.length === 0 && <p className="quiet">No donations yet.</p>}
      <ul className="divide-base-300 divide-y">
        {entries.map((entry) => (
          <EntryRow
            key={`${entry.donationId} ${entry.amount}`}
            entry={entry}
            note={entry.isOffsettingEntry ? (entry.reason ?? "corrected") : null}
            actionLabel={isOpen ? "Remove" : undefined}
          />
        ))}
      </ul>
    </section>
  );
};

const UndepositedDonations = ({ depositId }: { readonly depositId: string }) => {
  const { data: donations = [] } = useUndepositedDonations();
  if (donations.length === 0) return null;
  return (
    <section className="card-box p-5 sm:p-6" aria-labelledby="undeposited-title">
      <SectionHeading id="undeposited-title" className="mb-2">
        Not in a deposit yet
      </SectionHeading>
      <ul className="divide-base-300 divide-y">
        {donations.map((entry) => (
          <EntryRow key={entry.donationId} entry={entry} depositId={depositId} actionLabel="Add" />
        ))}
      </ul>
    </section>
  );
};

/** Closes a deposit once its donations match the slip. */
const CloseDeposit = ({ deposit }: DepositProps) => {
  const close = useCloseDeposit();
  const [failureText, setFailureText] = useState("");
  const { id, closedAt } = deposit;
  if (closedAt !== null) {
    return (
      <p className="mt-4">
        Closed on <ShortDate moment={closedAt} />. If a check bounces or was entered incorrectly,
        void or correct its donation. That adds an entry below, and the slip's total stays the same.
      </p>
    );
  }
  const difference = getDifference(deposit);
  return (
    <div className="mt-4 grid gap-3">
      <output>{differenceText(difference)}</output>
      {failureText && <Notice tone="error" title={failureText} />}
      <div>
        <Button
          busy={close.isPending}
          onClick={() =>
            close.mutate(id, {
              onSuccess: () => {
                setFailureText("");
                showSuccess("The deposit was closed");
              },
              onError: (error) => setFailureText(getFailureText(error)),
            })
          }
        >
          Close the deposit
        </Button>
      </div>
    </div>
  );
};

const SlipButton = ({ deposit: { id } }: DepositProps) => {
  const save = useSaveDepositSlip();
  return (
    <Button
      variant="outline"
      busy={save.isPending}
      onClick={() =>
        save.mutate(id, { onError: (error) => showDownloadFailure("deposit slip", error) })
      }
    >
      <Download aria-hidden="true" size={18} />
      Download the slip
    </Button>
  );
};

/** Owners open a closed deposit again if, for example, its slip was entered incorrectly. */
const ReopenDeposit = ({ deposit: { id } }: DepositProps) => {
  const { id: openedId, open, close } = useOpenedRecord("reopen");
  const reopen = useReopenDeposit();
  return (
    <>
      <Button variant="outline" onClick={() => open(id)}>
        Open it again
      </Button>
      <Dialog
        open={openedId === id}
        onClose={close}
        isInUrl
        size="sm"
        title="Open this deposit again"
        description="It can be changed until you close it. The page will say why it was opened."
      >
        <ReasonForm
          label="Open it again"
          schema={depositEndpoints.reopenDeposit.body}
          draftName={`reopen ${id}`}
          placeholder="The slip's total was misread"
          failure={{ title: "Opening Failed", fallback: "Failed to open the deposit" }}
          success="The deposit is open again"
          onSubmitReason={({ reason }) => reopen.mutateAsync({ id, reason })}
          onDone={close}
        />
      </Dialog>
    </>
  );
};

const LoadedDeposit = ({ deposit }: DepositProps) => {
  const title = `Deposit on ${shortDay(deposit.depositedOn)}`;
  useTitle(`${title} · Admin Dashboard`);
  const isOwner = useHasArea("owner");
  return (
    <>
      <h1 className="font-display text-heading mt-3 mb-5 font-semibold">{title}</h1>
      <Figures deposit={deposit} />
      <CloseDeposit deposit={deposit} />
      {deposit.reopenReason && <p className="mt-4">Opened again: {deposit.reopenReason}</p>}
      <div className="mt-4 flex flex-wrap gap-3">
        <SlipButton deposit={deposit} />
        {isOwner && deposit.closedAt !== null && <ReopenDeposit deposit={deposit} />}
      </div>
      <div className="mt-6 grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
        <DepositEntries deposit={deposit} />
        {deposit.closedAt === null && <UndepositedDonations depositId={deposit.id} />}
      </div>
    </>
  );
};

/** Shows one trip to the bank: the total on the deposit slip, and the donations. */
export const DepositPage = () => {
  const { "*": path = "" } = useParams();
  const [, , id = ""] = path.split("/");
  const query = useDeposit(id);
  return (
    <>
      <BackLink to={paths.dashboard("donations", "deposits")}>All deposits</BackLink>
      <QueryStates query={query} subject="the deposit">
        {(deposit) => <LoadedDeposit deposit={deposit} />}
      </QueryStates>
    </>
  );
};
