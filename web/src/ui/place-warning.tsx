import { placeNamedIn } from "#rules/named-places.ts";
import { Notice } from "./notice.tsx";

export interface PlaceWarningProps {
  readonly texts: readonly string[];
  readonly className?: string;
}

/** Says so while somebody types what may give away where people are deployed. It refuses nothing. */
export const PlaceWarning = ({ texts, className }: PlaceWarningProps) => {
  const named = placeNamedIn(texts.join("\n"));
  return (
    // There from the start, or screen readers would miss what appears in it.
    <div aria-live="polite" className={named === null ? "hidden" : className}>
      {named !== null && (
        <Notice tone="info" title={`“${named}” may give away where people are deployed.`}>
          Please leave out the names of bases, ships and units.
        </Notice>
      )}
    </div>
  );
};
