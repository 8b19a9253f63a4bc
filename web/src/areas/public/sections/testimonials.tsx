import { useState } from "react";
import { shortened } from "#rules/excerpts.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { AllTestimonialsDialog } from "../dialogs/dialogs.ts";
import { TestimonialCard, type Testimonial } from "./testimonial-card.tsx";

const EXCERPT_LENGTH = 120;

export const Testimonials = ({
  testimonials,
}: {
  readonly testimonials: readonly Testimonial[];
}) => {
  const [isOpen, setOpen] = useState(false);
  if (testimonials.length === 0) {
    return (
      <EmptyState title="No stories yet">
        Stories from the people our boxes reach will appear here.
      </EmptyState>
    );
  }
  return (
    <div>
      <div className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
        {testimonials.map((testimonial) => (
          <TestimonialCard
            key={testimonial.id}
            testimonial={testimonial}
            text={shortened(testimonial.content, EXCERPT_LENGTH)}
          />
        ))}
      </div>
      <Button
        look="outline"
        className="needs-script mt-6"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        onPointerEnter={AllTestimonialsDialog.preload}
      >
        Read all stories
      </Button>
      <AllTestimonialsDialog open={isOpen} onClose={() => setOpen(false)} />
    </div>
  );
};
