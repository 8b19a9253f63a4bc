import { useState } from "react";
import { dedicationLabel } from "#rules/dedication.ts";
import { useRecords } from "#data/resource.ts";
import { useMarkTributePrinted, useSaveTribute, useStopTribute } from "#data/tributes/mutations.ts";
import { tributes, type Tribute } from "#data/tributes/resource.ts";
import { StatusBadge, type StatusLooks } from "#kit/lists/status-badge.tsx";
import { shortDay } from "#lib/format.ts";
import { Button } from "#ui/button.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { PagedList } from "#ui/paged-list.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { ConfirmButton } from "#admin/confirm-button.tsx";
import { showDownloadFailure } from "./show-download-failure.ts";

const PAGE_SIZE = 5;

const TRIBUTE_STATE: StatusLooks<Tribute["state"]> = {
  unpaid: { label: "Not paid yet" },
  waiting: { label: "Waiting" },
  leaving: { label: "Leaving" },
  sent: { label: "Sent" },
  failed: { label: "Not delivered", tone: "problem" },
  printed: { label: "Printed" },
  stopped: { label: "Stopped", tone: "attention" },
};

const STOP_REASONS: Readonly<Record<NonNullable<Tribute["stopReason"]>, string>> = {
  donor: "by the donor",
  admin: "by an administrator",
  refunded: "the donation was refunded or voided",
  disputed: "the donation is disputed",
  opted_out: "the recipient doesn't want any cards",
  late: "its turn didn't come within four weeks",
  demo: "it was a demo donation",
};

interface TributeProps {
  readonly tribute: Tribute;
}

const PrintButtons = ({ tribute: { id, recipientName, state } }: TributeProps) => {
  const save = useSaveTribute();
  const markPrinted = useMarkTributePrinted();
  const mark = async () => {
    try {
      await markPrinted.mutateAsync(id);
      showSuccess("The card is marked as printed");
    } catch (error) {
      showFailure("A card could not be marked as printed", error, {
        title: "We couldn't mark the card as printed",
        fallback: "Please try again.",
      });
    }
  };
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        busy={save.isPending}
        aria-label={`Download the card to ${recipientName}`}
        onClick={() => save.mutate(id, { onError: (error) => showDownloadFailure("card", error) })}
      >
        Download
      </Button>
      {state === "waiting" && (
        <ConfirmButton
          aria-label={`Mark the card to ${recipientName} as printed`}
          confirmation={{
            title: `Did you print the card to ${recipientName}?`,
            body: "The donor can't change it afterward.",
            confirmLabel: "Mark as printed",
          }}
          onConfirm={mark}
        >
          Mark as printed
        </ConfirmButton>
      )}
    </>
  );
};

const StopButton = ({ tribute: { id, recipientName } }: TributeProps) => {
  const stopMutation = useStopTribute();
  const stop = async () => {
    try {
      await stopMutation.mutateAsync(id);
      showSuccess("The card won't be sent");
    } catch (error) {
      showFailure("A card could not be stopped", error, {
        title: "We couldn't stop the card",
        fallback: "Please try again.",
      });
    }
  };
  return (
    <ConfirmButton
      aria-label={`Stop the card to ${recipientName}`}
      confirmation={{
        title: `Stop the card to ${recipientName}?`,
        body: "It won't be sent. The donation doesn't change.",
        confirmLabel: "Stop card",
        destructive: true,
      }}
      onConfirm={stop}
    >
      Stop
    </ConfirmButton>
  );
};

const TributeRow = ({ tribute }: TributeProps) => {
  const { recipientName, recipientEmail, recipientAddress, message, sendOn, state } = tribute;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          To {recipientName} <StatusBadge looks={TRIBUTE_STATE} status={state} />
        </p>
        <p className="quiet text-sm">
          {dedicationLabel(tribute.isMemorial)} {tribute.honoree} ·{" "}
          {recipientEmail ?? recipientAddress?.replaceAll("\n", ", ")} · on or after{" "}
          {shortDay(sendOn)}
          {tribute.stopReason !== null && ` · ${STOP_REASONS[tribute.stopReason]}`}
        </p>
        {message !== "" && <p className="mt-1 text-sm whitespace-pre-line">{message}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        {recipientAddress !== null && state !== "stopped" && <PrintButtons tribute={tribute} />}
        {state === "waiting" && <StopButton tribute={tribute} />}
      </div>
    </div>
  );
};

/** Cards about the donor's gifts. Most donors have none, so nothing shows until there is one. */
export const DonorTributes = ({ donorId }: { readonly donorId: string }) => {
  const [page, setPage] = useState(1);
  const query = useRecords(tributes, {
    donorId,
    limit: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE,
  });
  if (page === 1 && !query.isError && !query.data?.rows.length) return null;
  return (
    <section className="card-box p-5 sm:p-6" aria-labelledby="tributes-title">
      <SectionHeading id="tributes-title" className="mb-2">
        Cards
      </SectionHeading>
      <PagedList
        subject="the cards"
        query={query}
        emptyTitle="No cards yet"
        pageSize={PAGE_SIZE}
        page={page}
        onPage={setPage}
        rowKey={({ id }) => id}
        className="divide-base-300 divide-y"
        renderRow={(tribute) => <TributeRow tribute={tribute} />}
      />
    </section>
  );
};
