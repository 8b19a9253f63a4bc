import { useState } from "react";
import { shorten } from "#rules/excerpts.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/states.tsx";
import { LazyAllTestimonialsDialog } from "../dialogs/dialogs.ts";
import { SubsectionHeading } from "./section-heading.tsx";
import { SwipeRow } from "./swipe-row.tsx";
import { TestimonialCard, type Testimonial } from "./testimonial-card.tsx";

const EXCERPT_LENGTH = 120;
const TITLE = "In their own words";

export const Testimonials = ({
  testimonials,
}: {
  readonly testimonials: readonly Testimonial[];
}) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <SubsectionHeading title={TITLE}>
        {testimonials.length > 0 && (
          <Button
            variant="outline"
            size="sm"
            className="needs-script"
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
            onPointerEnter={LazyAllTestimonialsDialog.preload}
          >
            Read all stories
          </Button>
        )}
      </SubsectionHeading>
      {testimonials.length > 0 ? (
        <SwipeRow label={TITLE}>
          {testimonials.map((testimonial) => (
            <li key={testimonial.id}>
              <TestimonialCard
                testimonial={testimonial}
                text={shorten(testimonial.content, EXCERPT_LENGTH)}
                isAlwaysStacked
              />
            </li>
          ))}
        </SwipeRow>
      ) : (
        <EmptyState title="No stories yet">
          Did you receive a box? The first story here could be yours.
        </EmptyState>
      )}
      <LazyAllTestimonialsDialog open={isOpen} onClose={() => setOpen(false)} />
    </div>
  );
};
