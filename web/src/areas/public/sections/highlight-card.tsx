import type { Highlight } from "../../../data/volunteer-highlights/queries.ts";
import { ShortDate } from "../../../lib/dates.tsx";
import { Picture } from "../../../ui/picture.tsx";

export interface HighlightCardProps {
  readonly highlight: Highlight;
  /** One below what it stands under. */
  readonly heading: "h3" | "h4";
}

export const HighlightCard = ({ highlight, heading: Heading }: HighlightCardProps) => (
  <article className="border-accent border-l-2 pl-5">
    {highlight.imageUrl && (
      <Picture
        src={highlight.imageUrl}
        alt={highlight.imageAlt}
        className="rounded-box mb-4 aspect-video w-full object-cover"
      />
    )}
    <Heading className="text-title font-semibold">{highlight.title}</Heading>
    <p className="quiet mt-1.5 whitespace-pre-line">{highlight.message}</p>
    <p className="mt-3 text-sm">
      <span className="font-semibold">{highlight.volunteerName}</span>
      <span className="quiet">
        {" "}
        · volunteer since {new Date(highlight.volunteerSince).getFullYear()} ·{" "}
        <ShortDate moment={highlight.createdAt} />
      </span>
    </p>
  </article>
);
