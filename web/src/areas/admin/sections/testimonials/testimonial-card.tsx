import { testimonials, type AdminTestimonial } from "#data/testimonials/resource.ts";
import { DeleteButton } from "#kit/forms/delete-button.tsx";
import { RowMenu } from "#kit/lists/row-menu.tsx";
import { ShortDate, ShortMoment } from "#lib/time/dates.tsx";
import { ReviewPicture } from "#admin/review/review-picture.tsx";
import { StatusButton } from "#admin/review/status-button.tsx";
import { TESTIMONIAL_STATUS_TEXT } from "./status-text.ts";

const DELETION_TEXT = {
  success: "Testimonial deleted successfully",
  prefersServerMessage: true,
  failure: {
    title: "Delete Failed",
    fallback: "Unable to delete testimonial. Please try again.",
  },
};

export interface ReviewTestimonialCardProps {
  readonly testimonial: AdminTestimonial;
}

export const ReviewTestimonialCard = ({ testimonial }: ReviewTestimonialCardProps) => {
  const { id, name, title, content, imageUrl, rating, createdAt, updatedAt, isActive } =
    testimonial;
  const recordName = `the story from ${name}`;
  return (
    <article aria-label={name}>
      <p className="font-semibold break-words">{name}</p>
      <p className="quiet text-sm break-words">
        {title}&nbsp;·&nbsp;{rating} of 5 stars
      </p>
      <blockquote className="font-display mt-3 break-words whitespace-pre-line">
        “{content}”
      </blockquote>
      {imageUrl && (
        <ReviewPicture imageUrl={imageUrl} imageAlt={testimonial.imageAlt} isPublic={isActive} />
      )}
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <p className="quiet mr-auto text-sm max-sm:basis-full">
          {isActive ? <ShortDate moment={createdAt} /> : <ShortMoment moment={createdAt} />}
        </p>
        <StatusButton
          label={isActive ? "Unpublish" : "Approve"}
          name={recordName}
          resource={testimonials}
          changes={[{ id, changes: { isActive: !isActive, updatedAt } }]}
          texts={TESTIMONIAL_STATUS_TEXT}
        />
        <RowMenu name={recordName}>
          <DeleteButton
            noun="testimonial"
            resource={testimonials}
            question="This permanently deletes the story and its picture. To take it off the site for now, unpublish it instead."
            record={testimonial}
            name={recordName}
            texts={DELETION_TEXT}
          />
        </RowMenu>
      </div>
    </article>
  );
};
