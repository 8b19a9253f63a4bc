import { useState } from "react";
import { TESTIMONIALS_PER_PAGE, useTestimonialPage } from "#data/testimonials/queries.ts";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { PagedList } from "#ui/paged-list.tsx";
import { TestimonialCard } from "../sections/testimonial-card.tsx";

export interface ListDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Doesn't fetch the list until the dialog opens (TEST-11). */
export const AllTestimonialsDialog = ({ open, onClose }: ListDialogProps) => (
  <Dialog open={open} onClose={onClose} size="lg" title="All stories">
    <AllTestimonials />
  </Dialog>
);

const AllTestimonials = () => {
  const [page, setPage] = useState(1);
  return (
    <PagedList
      subject="the stories"
      emptyTitle="No stories yet"
      query={useTestimonialPage(page)}
      pageSize={TESTIMONIALS_PER_PAGE}
      page={page}
      onPage={setPage}
      rowKey={({ id }) => id}
      renderRow={(testimonial) => (
        <TestimonialCard testimonial={testimonial} text={testimonial.content} />
      )}
      className="grid gap-5"
    />
  );
};
