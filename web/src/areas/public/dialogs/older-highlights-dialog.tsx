import { useState } from "react";
import { HIGHLIGHTS_PER_PAGE, useOlderHighlightPage } from "#data/volunteer-highlights/queries.ts";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { PagedList } from "#ui/paged-list.tsx";
import { HighlightCard } from "../sections/highlight-card.tsx";
import type { ListDialogProps } from "./all-testimonials-dialog.tsx";

export const OlderHighlightsDialog = ({ open, onClose }: ListDialogProps) => (
  <Dialog open={open} onClose={onClose} size="lg" title="Older volunteer highlights">
    <OlderHighlights />
  </Dialog>
);

const OlderHighlights = () => {
  const [page, setPage] = useState(1);
  return (
    <PagedList
      subject="the highlights"
      emptyTitle="No older highlights"
      query={useOlderHighlightPage(page)}
      pageSize={HIGHLIGHTS_PER_PAGE}
      page={page}
      onPage={setPage}
      rowKey={({ id }) => id}
      renderRow={(highlight) => <HighlightCard highlight={highlight} heading="h3" />}
      className="grid gap-7"
    />
  );
};
