import Star from "lucide-react/icons/star";
import { excerpt } from "#rules/excerpts.ts";
import type { HomeData } from "../../../data/home/queries.ts";
import { cx } from "../../../ui/class-names.ts";
import { EmptyState } from "../../../ui/states.tsx";

type Testimonial = HomeData["testimonials"][number];

const EXCERPT_LENGTH = 120;
const STARS = [1, 2, 3, 4, 5] as const;

const Rating = ({ rating }: { readonly rating: number }) => (
  <p className="text-accent flex gap-0.5">
    <span className="sr-only">{`Rated ${rating} out of 5`}</span>
    {STARS.map((star) => (
      <Star
        key={star}
        aria-hidden="true"
        size={16}
        className={cx(star <= rating ? "fill-current" : "opacity-40")}
      />
    ))}
  </p>
);

const Story = ({ story }: { readonly story: Testimonial }) => (
  <figure className="card-box flex flex-col p-6">
    <Rating rating={story.rating} />
    <blockquote className="font-display mt-4 flex-1 text-[1.1875rem] leading-relaxed">
      “{excerpt(story.content, EXCERPT_LENGTH)}”
    </blockquote>
    <figcaption className="mt-5 flex items-center gap-3">
      {story.imageUrl && (
        <img
          src={story.imageUrl}
          alt=""
          width={44}
          height={44}
          loading="lazy"
          className="size-11 rounded-full object-cover"
        />
      )}
      <span className="min-w-0">
        <span className="block font-semibold">{story.name}</span>
        <span className="quiet block text-sm">{story.title}</span>
      </span>
    </figcaption>
  </figure>
);

export const Stories = ({ testimonials }: { readonly testimonials: readonly Testimonial[] }) =>
  testimonials.length === 0 ? (
    <EmptyState title="No stories yet">
      Stories from the people our boxes reach will appear here.
    </EmptyState>
  ) : (
    <div className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
      {testimonials.map((story) => (
        <Story key={story.id} story={story} />
      ))}
    </div>
  );
