import { useState } from "react";
import { getDedicationLabel } from "#rules/dedication.ts";
import { useRecords } from "#data/resource.ts";
import { type Tribute, tributes } from "#data/tributes/resource.ts";
import { StatusBadge } from "#kit/lists/status-badge.tsx";
import { shortDay } from "#lib/format.ts";
import { PagedList } from "#ui/paged-list.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { STOP_REASONS, TRIBUTE_STATE, TributeActions } from "./tribute-actions.tsx";

const PAGE_SIZE = 5;

interface TributeProps {
  readonly tribute: Tribute;
}

const TributeRow = ({ tribute }: TributeProps) => {
  const { recipientName, recipientEmail, recipientAddress, message, sendOn, state } = tribute;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          To {recipientName} <StatusBadge looks={TRIBUTE_STATE} status={state} />
        </p>
        <p className="quiet text-sm">
          {getDedicationLabel(tribute.isMemorial)} {tribute.honoree} ·{" "}
          {recipientEmail ?? recipientAddress?.replaceAll("\n", ", ")} · send on or after{" "}
          {shortDay(sendOn)}
          {tribute.stopReason !== null && ` · ${STOP_REASONS[tribute.stopReason]}`}
        </p>
        {message !== "" && <p className="mt-1 text-sm whitespace-pre-line">{message}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        <TributeActions tribute={tribute} />
      </div>
    </div>
  );
};

/** Tribute cards for the donor's gifts. Most donors have no cards, so the section is hidden until there is one. */
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
