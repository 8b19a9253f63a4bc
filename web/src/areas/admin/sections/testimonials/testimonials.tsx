import { testimonialEndpoints } from "#contracts/testimonials.ts";
import { testimonials, type AdminTestimonial } from "#data/testimonials/resource.ts";
import { ReviewSection } from "#admin/review/review-section.tsx";
import { StatusButton } from "#admin/review/status-button.tsx";
import { TESTIMONIAL_STATUS_TEXT } from "./status-text.ts";
import { ReviewTestimonialCard } from "./testimonial-card.tsx";

/** Returns the changes that publish the selected stories that aren't published yet. */
const approvalChanges = (rows: readonly AdminTestimonial[]) =>
  rows.flatMap(({ id, isActive, updatedAt }) =>
    isActive ? [] : [{ id, changes: { isActive: true, updatedAt } }],
  );

export const TestimonialReview = () => (
  <ReviewSection
    pluralNoun="testimonials"
    list={testimonialEndpoints.listAllTestimonials.list}
    flag="isActive"
    resource={testimonials}
    figures={[
      { value: "", label: "Total Testimonials" },
      { value: "false", label: "Pending Review" },
      { value: "true", label: "Published" },
    ]}
    tabs={[
      { value: "true", label: "Published" },
      { value: "false", label: "Pending Review" },
    ]}
    opensOnWaiting
    emptyTitles={{ true: "No Published Testimonials", false: "No Pending Testimonials" }}
    failureTitle="Failed to fetch testimonials"
    nameOf={({ name }) => `the story from ${name}`}
    renderCard={(row) => <ReviewTestimonialCard testimonial={row} />}
    renderBulkActions={(rows, onDone) =>
      approvalChanges(rows).length > 0 && (
        <StatusButton
          label="Approve selected"
          look="primary"
          resource={testimonials}
          changes={approvalChanges(rows)}
          texts={TESTIMONIAL_STATUS_TEXT}
          onDone={onDone}
        />
      )
    }
  />
);
