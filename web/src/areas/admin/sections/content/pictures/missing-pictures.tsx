import { useMissingPictures } from "#data/uploads/queries.ts";
import { countWithNoun } from "#lib/format.ts";
import { paths } from "#lib/paths.ts";
import { LinkButton } from "#ui/button.tsx";
import { useCanOpen } from "#admin/allowed-link.tsx";
import { QueryStates } from "#admin/query-states.tsx";

interface MissingCounts {
  readonly pictures: number;
  readonly altTexts: number;
}

/** Returns a summary such as `2 posts have no picture, and 1 has one without alt text.` */
const missingSummary = (
  { pictures, altTexts }: MissingCounts,
  singular: string,
  plural: string,
): string => {
  if (pictures === 0 && altTexts === 0) return `All ${plural} have a picture with alt text.`;
  const countPhrase = (count: number) => countWithNoun(count, `${singular} has`, `${plural} have`);
  if (pictures === 0) return `${countPhrase(altTexts)} a picture without alt text.`;
  const altTextClause =
    altTexts > 0 ? `, and ${countWithNoun(altTexts, "has", "have")} one without alt text` : "";
  return `${countPhrase(pictures)} no picture${altTextClause}.`;
};

interface SummaryRowProps {
  readonly counts: MissingCounts;
  readonly singular: string;
  readonly plural: string;
  readonly note: string;
  readonly to: string;
  readonly linkLabel: string;
}

const SummaryRow = ({ counts, singular, plural, note, to, linkLabel }: SummaryRowProps) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
    <div className="min-w-0 flex-1 basis-56">
      <p className="font-semibold">{missingSummary(counts, singular, plural)}</p>
      <p className="quiet text-sm">{note}</p>
    </div>
    {useCanOpen(to) && (
      <LinkButton to={to} variant="outline" size="sm">
        {linkLabel}
      </LinkButton>
    )}
  </li>
);

/** Counts published records that lack a picture or alt text, with links to fix them. */
export const MissingPictures = () => (
  <QueryStates query={useMissingPictures()} subject="the list of missing pictures">
    {({ posts, firstPost, stories, highlights, reports }) => (
      <ul className="divide-base-300 divide-y">
        <SummaryRow
          counts={posts}
          singular="published post"
          plural="published posts"
          note="A post's picture appears on the home page and wherever people share the post."
          to={paths.dashboard("blogs", firstPost ?? undefined)}
          linkLabel={firstPost ? "Edit the newest one" : "All posts"}
        />
        <SummaryRow
          counts={stories}
          singular="published story"
          plural="published stories"
          note="Story pictures come from the people who share the stories."
          to={paths.dashboard("testimonials")}
          linkLabel="Stories"
        />
        <SummaryRow
          counts={highlights}
          singular="published highlight"
          plural="published highlights"
          note="Volunteers add these from their own dashboard."
          to={`${paths.dashboard("highlights")}?isPublished=true`}
          linkLabel="Highlights"
        />
        <SummaryRow
          counts={reports}
          singular="published report"
          plural="published reports"
          note="Use a picture of the report's first page."
          to={`${paths.dashboard("content")}?panel=financial-reports`}
          linkLabel="Reports"
        />
      </ul>
    )}
  </QueryStates>
);
