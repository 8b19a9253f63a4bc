import { findNamedPlace } from "#rules/named-places.ts";
import { Notice } from "../messages/notice.tsx";

export interface PlaceWarningProps {
  readonly texts: readonly string[];
  readonly className?: string;
}

/** Warns a user who types a place that may reveal where service members are deployed. It doesn't prevent anything. */
export const PlaceWarning = ({ texts, className }: PlaceWarningProps) => {
  const placeName = findNamedPlace(texts.join("\n"));
  return (
    // A live region has to exist before it gets content. Otherwise, screen readers don't notice the change.
    <div aria-live="polite" className={placeName === null ? "hidden" : className}>
      {placeName !== null && (
        <Notice tone="info" title={`“${placeName}” may give away where people are deployed.`}>
          Please leave out the names of bases, ships and units.
        </Notice>
      )}
    </div>
  );
};
