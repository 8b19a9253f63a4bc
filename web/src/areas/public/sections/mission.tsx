import { Picture } from "#ui/picture.tsx";
import { Skeleton } from "#ui/states.tsx";
import { HomeContent, type HomeQuery } from "./home-content.tsx";
import { HomeSectionHeading } from "./section-heading.tsx";
import { SwipeRow } from "./swipe-row.tsx";
import type { Testimonial } from "./testimonial-card.tsx";

const StarBullet = () => (
  <svg aria-hidden="true" viewBox="0 0 24 24" className="mt-0.5 size-5 shrink-0">
    <path d="M12 1 15 9 23 12 15 15 12 23 9 15 1 12 9 9Z" className="fill-accent" />
  </svg>
);

/** The maximum length of a story shown in full. */
const QUOTABLE_LENGTH = 280;

/** Quotes the newest story that is short enough, because the stories themselves come far down the page (HOME-06). */
const Quotation = ({ stories }: { readonly stories: readonly Testimonial[] }) => {
  const story = stories.find(({ content }) => content.length <= QUOTABLE_LENGTH);
  return (
    story && (
      <figure className="border-accent self-center border-l-4 pl-5 max-md:hidden lg:order-last">
        <blockquote className="font-display text-lead">“{story.content}”</blockquote>
        <figcaption className="quiet mt-2">
          {story.name}, {story.title}
        </figcaption>
      </figure>
    )
  );
};

export const Mission = ({ home }: { readonly home: HomeQuery }) => (
  <section
    id="about"
    aria-label="Our mission"
    className="band later [--tall:43rem] md:[--tall:49rem]"
  >
    <div className="shell">
      <HomeContent
        home={home}
        subject="our mission"
        skeleton={
          <>
            <Skeleton className="h-10 w-2/3" />
            <Skeleton className="mt-6 h-44 w-full" />
          </>
        }
      >
        {({ about, testimonials }) => (
          <div className="grid grid-cols-1 gap-x-16 gap-y-5 md:gap-y-9 lg:grid-cols-2">
            <HomeSectionHeading eyebrow="Our mission" title={about.header ?? "Why we pack boxes"}>
              {about.content}
            </HomeSectionHeading>
            {about.imageUrl && (
              <Picture
                src={about.imageUrl}
                alt={about.imageAlt}
                className="rounded-box aspect-video w-full object-cover lg:order-last"
              />
            )}
            <SwipeRow label="What we do" className="self-center">
              {about.items.map((item) => (
                <li key={item.id} className="flex gap-2.5">
                  <StarBullet />
                  <div>
                    <h3 className="md:font-display md:text-title font-semibold">{item.title}</h3>
                    <p className="quiet text-sm whitespace-pre-line md:mt-1">{item.description}</p>
                  </div>
                </li>
              ))}
            </SwipeRow>
            <Quotation stories={testimonials} />
          </div>
        )}
      </HomeContent>
    </div>
  </section>
);
