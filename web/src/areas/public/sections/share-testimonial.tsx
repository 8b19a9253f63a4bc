import { lazySection } from "../../../ui/lazy-section.tsx";
import { SectionHeading } from "./section-heading.tsx";

const TestimonialForm = lazySection(
  async () => (await import("../share-testimonial/testimonial-form.tsx")).TestimonialForm,
  {
    label: "The form: loading",
    className: "h-[43rem] sm:h-[35rem]",
    withoutScript:
      "This form needs JavaScript. You can also send your story by email; our address is at the end of this page.",
  },
);

export const ShareTestimonial = () => (
  <section aria-label="Share your story" className="band bg-base-100">
    <div className="shell grid gap-x-14 lg:grid-cols-[1fr_1.25fr]">
      <SectionHeading eyebrow="Your words" title="Share your story">
        Did a box reach you, or did you pack one? A few sentences from you tell the next family, and
        the next volunteer, why it matters.
      </SectionHeading>
      <div className="bg-base-200 border-base-300 relative overflow-hidden rounded-3xl border p-5 sm:p-8">
        <TestimonialForm />
      </div>
    </div>
  </section>
);
