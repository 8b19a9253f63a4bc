import { LazyTestimonialDialog } from "../dialogs/dialogs.ts";
import { FormOpener } from "./form-opener.tsx";
import type { HomeQuery } from "./home-content.tsx";
import { HomeSectionHeading } from "./section-heading.tsx";
import { SectionPicture } from "./section-picture.tsx";

export const ShareTestimonial = ({ home }: { readonly home: HomeQuery }) => (
  <section aria-label="Share your story" className="band later [--tall:27rem] md:[--tall:21rem]">
    <div className="shell lg:flex lg:items-center lg:gap-16">
      <SectionPicture section={home.data?.sections.shareYourStory} className="lg:order-last" />
      <div className="lg:flex-1">
        <HomeSectionHeading eyebrow="Your words" title="Share your story">
          Did you receive or pack a box? Even a few sentences can help another family.
        </HomeSectionHeading>
        <FormOpener
          label="Write your story"
          dialog={LazyTestimonialDialog}
          emailAction="send your story"
        />
      </div>
    </div>
  </section>
);
