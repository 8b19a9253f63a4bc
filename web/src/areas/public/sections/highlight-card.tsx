import type { Highlight } from "#data/volunteer-highlights/queries.ts";
import { ShortDate, Year } from "#lib/time/dates.tsx";
import { Picture } from "#ui/picture.tsx";

export interface HighlightCardProps {
  readonly highlight: Highlight;
  /** The card's heading, one level below the heading of the section or dialog around it. */
  readonly heading: "h3" | "h4";
}

export const HighlightCard = ({ highlight, heading: Heading }: HighlightCardProps) => (
  <article className="flow-root">
    {highlight.imageUrl && (
      <Picture
        src={highlight.imageUrl}
        alt={highlight.imageAlt}
        sizes="7rem"
        className="float-left mr-3 mb-1 aspect-square w-24 rounded-xl object-cover"
      />
    )}
    <Heading className="lg:font-display lg:text-title leading-snug font-semibold">
      {highlight.title}
    </Heading>
    <p className="quiet mt-1 text-sm whitespace-pre-line lg:mt-1.5 lg:text-base">
      {highlight.message}
    </p>
    <p className="mt-2 text-sm">
      <span className="font-semibold">{highlight.volunteerName}</span>
      <span className="quiet">
        {" "}
        · volunteer since <Year moment={highlight.volunteerSince} /> ·{" "}
        <ShortDate moment={highlight.createdAt} />
      </span>
    </p>
  </article>
);
