import { volunteerHighlights, type AdminHighlight } from "#data/volunteer-highlights/resource.ts";
import { DeleteButton } from "#kit/forms/delete-button.tsx";
import { StatusBadge } from "#kit/lists/status-badge.tsx";
import { RowMenu } from "#kit/lists/row-menu.tsx";
import { ShortDate } from "#lib/time/dates.tsx";
import { ReviewPicture } from "#admin/review/review-picture.tsx";
import { StatusButton } from "#admin/review/status-button.tsx";
import { VolunteerLink } from "#admin/volunteer-link.tsx";
import { publicationToggle, HIGHLIGHT_STATUS, HIGHLIGHT_STATUS_TEXT } from "./publication.ts";

const DELETION_TEXT = {
  success: "Highlight deleted",
  failure: {
    title: "Delete failed",
    fallback: "We couldn't delete the highlight. Please try again.",
  },
};

export interface ReviewHighlightCardProps {
  readonly highlight: AdminHighlight;
}

export const ReviewHighlightCard = ({ highlight }: ReviewHighlightCardProps) => {
  const { title, message, imageUrl, imageAlt, isPublished, volunteerName } = highlight;
  return (
    <article aria-label={title}>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 className="min-w-0 font-semibold break-words">{title}</h2>
        <StatusBadge looks={HIGHLIGHT_STATUS} status={`${isPublished}`} />
      </div>
      <p className="mt-2 break-words whitespace-pre-line">{message}</p>
      {imageUrl && <ReviewPicture imageUrl={imageUrl} imageAlt={imageAlt} isPublic={isPublished} />}
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <p className="quiet mr-auto text-sm max-sm:basis-full">
          <VolunteerLink id={highlight.volunteerId}>{volunteerName}</VolunteerLink>&nbsp;·&nbsp;
          <ShortDate moment={highlight.createdAt} />
        </p>
        <StatusButton
          label={isPublished ? "Unpublish" : "Publish"}
          name={title}
          resource={volunteerHighlights}
          changes={[publicationToggle(highlight)]}
          texts={HIGHLIGHT_STATUS_TEXT}
        />
        <RowMenu name={title}>
          <DeleteButton
            noun="highlight"
            resource={volunteerHighlights}
            question="This permanently deletes the highlight and its picture. The volunteer who posted it will lose it, too. To take it off the site for now, unpublish it instead."
            record={highlight}
            name={title}
            texts={DELETION_TEXT}
          />
        </RowMenu>
      </div>
    </article>
  );
};
