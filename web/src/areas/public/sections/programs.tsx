import type { HomeData } from "#data/home/queries.ts";
import { countWithNoun, monthName, number } from "#lib/format.ts";
import { Picture } from "#ui/picture.tsx";
import { SwipeRow } from "./swipe-row.tsx";

export interface ProgramsProps {
  readonly counts: HomeData["programCounts"];
  /** The first month that the figures include. */
  readonly deliveriesSince: HomeData["deliveriesSince"];
}

/** Shows the packages sent, counted from the recorded deliveries. */
export const Programs = ({ counts, deliveriesSince }: ProgramsProps) => (
  <SwipeRow label="Programs" className="mb-8 [--column:10rem]">
    {counts.map(({ program, packages, families, veterans, description, imageUrl, imageAlt }) => (
      <li key={program} className="flex flex-col gap-2 lg:gap-4">
        {imageUrl && (
          <Picture
            src={imageUrl}
            alt={imageAlt}
            // On most phones the 480-pixel picture is sharp enough.
            sizes="(min-width: 64rem) 24rem, 15rem"
            className="rounded-box aspect-video w-full object-cover"
          />
        )}
        <div className="flex flex-1 flex-col">
          <h3 className="font-display text-title font-semibold">{program}</h3>
          {description && (
            <p className="quiet text-sm lg:mt-1 lg:mb-3 lg:text-base">{description}</p>
          )}
          <p className="border-accent mt-auto text-sm lg:border-t lg:pt-3">
            <strong className="font-display font-semibold text-base lg:mr-1 lg:text-2xl">
              {number(packages)}
            </strong>{" "}
            <span className="quiet">
              boxes
              {families > 0 && ` to ${countWithNoun(families, "family", "families")}`}
              {veterans > 0 && ` to ${countWithNoun(veterans, "veteran", "veterans")}`}
              {deliveriesSince && `, since ${monthName(deliveriesSince)}`}
            </span>
          </p>
        </div>
      </li>
    ))}
  </SwipeRow>
);
