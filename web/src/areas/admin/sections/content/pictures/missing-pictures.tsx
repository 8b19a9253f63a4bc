import { useMissingPictures } from "#data/uploads/missing-pictures.ts";
import { counted } from "#lib/format.ts";
import { paths } from "#lib/paths.ts";
import { LinkButton } from "#ui/button.tsx";
import { QueryStates } from "#admin/query-states.tsx";

interface Missing {
  readonly pictures: number;
  readonly words: number;
}

/** Returns a sentence such as `2 posts have no picture, and 1 has one without alt text.` */
const sentenceOf = ({ pictures, words }: Missing, one: string, many: string): string => {
  if (pictures === 0 && words === 0) return `All ${many} have a picture with alt text.`;
  const having = (count: number) => counted(count, `${one} has`, `${many} have`);
  if (pictures === 0) return `${having(words)} a picture without alt text.`;
  const silent = words > 0 ? `, and ${counted(words, "has", "have")} one without alt text` : "";
  return `${having(pictures)} no picture${silent}.`;
};

interface RowProps {
  readonly missing: Missing;
  readonly one: string;
  readonly many: string;
  /** Explains who can add the picture. */
  readonly note: string;
  readonly to: string;
  readonly action: string;
}

const Row = ({ missing, one, many, note, to, action }: RowProps) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
    <div className="min-w-0 flex-1 basis-56">
      <p className="font-semibold">{sentenceOf(missing, one, many)}</p>
      <p className="quiet text-sm">{note}</p>
    </div>
    <LinkButton to={to} variant="outline" size="sm">
      {action}
    </LinkButton>
  </li>
);

/** Counts published records that lack a picture or alt text, each with a link to fix it. */
export const MissingPictures = () => (
  <QueryStates query={useMissingPictures()} what="the list of missing pictures">
    {({ posts, firstPost, stories, highlights, reports }) => (
      <ul className="divide-base-300 divide-y">
        <Row
          missing={posts}
          one="published post"
          many="published posts"
          note="A post's picture appears on the home page and wherever people share the post."
          to={`${paths.dashboard("blogs")}${firstPost ? `?edit=${firstPost}` : ""}`}
          action={firstPost ? "Edit the newest one" : "All posts"}
        />
        <Row
          missing={stories}
          one="published story"
          many="published stories"
          note="The person who shares a story adds its picture."
          to={paths.dashboard("testimonials")}
          action="Stories"
        />
        <Row
          missing={highlights}
          one="published highlight"
          many="published highlights"
          note="Volunteers add these from their own dashboard."
          to={`${paths.dashboard("highlights")}?isPublished=true`}
          action="Highlights"
        />
        <Row
          missing={reports}
          one="published report"
          many="published reports"
          note="Use a picture of the report's first page."
          to={`${paths.dashboard("content")}?panel=financial-reports`}
          action="Reports"
        />
      </ul>
    )}
  </QueryStates>
);
