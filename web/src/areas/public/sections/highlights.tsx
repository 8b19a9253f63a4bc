import { useState } from "react";
import { HIGHLIGHTS_ON_HOME } from "../../../data/home/queries.ts";
import type { Highlight } from "../../../data/volunteer-highlights/queries.ts";
import { Button } from "../../../ui/button.tsx";
import { OlderHighlightsDialog } from "../dialogs/dialogs.ts";
import { HighlightCard } from "./highlight-card.tsx";

export interface HighlightsProps {
  readonly highlights: readonly Highlight[];
  /** All that are published, the older ones included. */
  readonly count: number;
}

/** Volunteers in their own words. Without any there is nothing to say, so nothing is shown. */
export const Highlights = ({ highlights, count }: HighlightsProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    highlights.length > 0 && (
      <div>
        <h3 className="font-display mb-5 text-2xl font-semibold">Volunteer highlights</h3>
        <div className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
          {highlights.slice(0, HIGHLIGHTS_ON_HOME).map((highlight) => (
            <HighlightCard key={highlight.id} highlight={highlight} heading="h4" />
          ))}
        </div>
        {count > HIGHLIGHTS_ON_HOME && (
          <>
            <Button
              look="outline"
              className="needs-script mt-6"
              aria-haspopup="dialog"
              onClick={() => setOpen(true)}
              onPointerEnter={OlderHighlightsDialog.preload}
            >
              Older highlights
            </Button>
            <OlderHighlightsDialog open={isOpen} onClose={() => setOpen(false)} />
          </>
        )}
      </div>
    )
  );
};
