import Star from "lucide-react/icons/star";
import type { HomeData } from "../../../data/home/queries.ts";
import { cx } from "../../../ui/class-names.ts";
import { Picture } from "../../../ui/picture.tsx";

export type Testimonial = HomeData["testimonials"][number];

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

export interface TestimonialCardProps {
  readonly testimonial: Testimonial;
  /** All of the story or the beginning of it. */
  readonly text: string;
}

export const TestimonialCard = ({ testimonial, text }: TestimonialCardProps) => (
  <figure className="card-box flex h-full flex-col p-6">
    <Rating rating={testimonial.rating} />
    <blockquote className="font-display mt-4 flex-1 text-[1.1875rem] leading-relaxed whitespace-pre-line">
      “{text}”
    </blockquote>
    <figcaption className="mt-5 flex items-center gap-3">
      {testimonial.imageUrl && (
        <Picture
          src={testimonial.imageUrl}
          alt={testimonial.imageAlt}
          className="size-11 rounded-full object-cover"
        />
      )}
      <span className="min-w-0">
        <span className="block font-semibold">{testimonial.name}</span>
        <span className="quiet block text-sm">{testimonial.title}</span>
      </span>
    </figcaption>
  </figure>
);
