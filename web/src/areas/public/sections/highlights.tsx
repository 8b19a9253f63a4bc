import { useState } from "react";
import { HOME_HIGHLIGHT_COUNT } from "#data/home/queries.ts";
import type { Highlight } from "#data/volunteer-highlights/queries.ts";
import { Button } from "#ui/button.tsx";
import { LazyOlderHighlightsDialog } from "../dialogs/dialogs.ts";
import { HighlightCard } from "./highlight-card.tsx";
import { SubsectionHeading } from "./section-heading.tsx";
import { SwipeRow } from "./swipe-row.tsx";

const TITLE = "Volunteer highlights";

export interface HighlightsProps {
  readonly highlights: readonly Highlight[];
  /** The total number of published highlights, including older ones. */
  readonly count: number;
}

/** Shows the volunteers' highlights, or nothing if there are none. */
export const Highlights = ({ highlights, count }: HighlightsProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    highlights.length > 0 && (
      <div>
        <SubsectionHeading title={TITLE}>
          {count > HOME_HIGHLIGHT_COUNT && (
            <Button
              variant="outline"
              size="sm"
              className="needs-script"
              aria-haspopup="dialog"
              onClick={() => setOpen(true)}
              onPointerEnter={LazyOlderHighlightsDialog.preload}
            >
              Older highlights
            </Button>
          )}
        </SubsectionHeading>
        <SwipeRow label={TITLE}>
          {highlights.slice(0, HOME_HIGHLIGHT_COUNT).map((highlight) => (
            <li key={highlight.id}>
              <HighlightCard highlight={highlight} heading="h4" />
            </li>
          ))}
        </SwipeRow>
        <LazyOlderHighlightsDialog open={isOpen} onClose={() => setOpen(false)} />
      </div>
    )
  );
};
