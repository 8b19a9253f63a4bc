import { useMissingPictures } from "../../../../../data/uploads/missing-pictures.ts";
import { counted } from "../../../../../lib/format.ts";
import { paths } from "../../../../../lib/paths.ts";
import { LinkButton } from "../../../../../ui/button.tsx";
import { QueryStates } from "../../../query-states.tsx";

interface Missing {
  readonly pictures: number;
  readonly words: number;
}

/** `2 posts have no picture, 1 has one that nobody has described.` */
const sentenceOf = ({ pictures, words }: Missing, one: string, many: string): string => {
  if (pictures === 0 && words === 0) return `All ${many} have a picture, and words for it.`;
  const having = (count: number) => counted(count, `${one} has`, `${many} have`);
  if (pictures === 0) return `${having(words)} a picture without words.`;
  const silent = words > 0 ? `, ${counted(words, "has", "have")} one without words` : "";
  return `${having(pictures)} no picture${silent}.`;
};

interface RowProps {
  readonly missing: Missing;
  readonly one: string;
  readonly many: string;
  /** Who can add one. */
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
    <LinkButton to={to} look="outline" size="sm">
      {action}
    </LinkButton>
  </li>
);

/** Of what visitors see beside these places, where a picture or its words are missing, and the way to it. */
export const MissingPictures = () => (
  <QueryStates query={useMissingPictures()} what="where pictures are missing">
    {({ posts, firstPost, stories, highlights, reports }) => (
      <ul className="divide-base-300 divide-y">
        <Row
          missing={posts}
          one="published post"
          many="published posts"
          note="Each post has a picture of its own, on the home page and in what people share."
          to={`${paths.dashboard("blogs")}${firstPost ? `?edit=${firstPost}` : ""}`}
          action={firstPost ? "Edit the newest of them" : "All posts"}
        />
        <Row
          missing={stories}
          one="published story"
          many="published stories"
          note="A story's picture comes from who tells it."
          to={paths.dashboard("testimonials")}
          action="Stories"
        />
        <Row
          missing={highlights}
          one="published highlight"
          many="published highlights"
          note="Volunteers add theirs in their own dashboard."
          to={`${paths.dashboard("highlights")}?isPublished=true`}
          action="Highlights"
        />
        <Row
          missing={reports}
          one="published report"
          many="published reports"
          note="The picture is the report's first page."
          to={`${paths.dashboard("content")}?panel=financial-reports`}
          action="Reports"
        />
      </ul>
    )}
  </QueryStates>
);
