import { useState } from "react";
import { useRecords } from "#data/resource.ts";
import { volunteerHighlights } from "#data/volunteer-highlights/resource.ts";
import { PagedList } from "#ui/paged-list.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { ReviewHighlightCard } from "../../highlights/highlight-card.tsx";

const PAGE_SIZE = 3;

/** Most volunteers haven't shared a highlight, so the section is hidden until there is one. */
export const VolunteerHighlights = ({ accountId }: { readonly accountId: string }) => {
  const [page, setPage] = useState(1);
  const query = useRecords(volunteerHighlights, {
    volunteerId: accountId,
    limit: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE,
  });
  if (page === 1 && !query.isError && !query.data?.rows.length) return null;
  return (
    <section className="card-box p-5 sm:p-6" aria-labelledby="highlights-title">
      <SectionHeading id="highlights-title" className="mb-2">
        Highlights
      </SectionHeading>
      <PagedList
        subject="the highlights"
        query={query}
        emptyTitle="No highlights yet"
        pageSize={PAGE_SIZE}
        page={page}
        onPage={setPage}
        rowKey={({ id }) => id}
        className="divide-base-300 divide-y"
        renderRow={(highlight) => (
          <div className="py-3">
            <ReviewHighlightCard highlight={highlight} />
          </div>
        )}
      />
    </section>
  );
};
