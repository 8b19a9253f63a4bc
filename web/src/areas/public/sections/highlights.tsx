import { ShortDate } from "../../../lib/dates.tsx";
import type { HomeData } from "../../../data/home/queries.ts";

const SHOWN = 3;

/** Volunteers in their own words. Without any there is nothing to say, so nothing is shown. */
export const Highlights = ({ highlights }: { readonly highlights: HomeData["highlights"] }) =>
  highlights.length > 0 && (
    <div>
      <h3 className="font-display mb-5 text-2xl font-semibold">Volunteer highlights</h3>
      <div className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
        {highlights.slice(0, SHOWN).map((highlight) => (
          <article key={highlight.id} className="border-accent border-l-2 pl-5">
            {highlight.imageUrl && (
              <img
                src={highlight.imageUrl}
                alt={highlight.imageAlt ?? ""}
                width={640}
                height={360}
                loading="lazy"
                className="rounded-box mb-4 aspect-video w-full object-cover"
              />
            )}
            <h4 className="text-title font-semibold">{highlight.title}</h4>
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
        ))}
      </div>
    </div>
  );
