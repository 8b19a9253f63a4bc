import Star from "lucide-react/icons/star";
import type { HomeData } from "#data/home/queries.ts";
import { cx } from "#ui/class-names.ts";
import { Picture } from "#ui/picture.tsx";

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

/** Removes quotation marks around a story, because the card adds its own. */
const removeQuotes = (text: string): string => /^["“]([^"“”]*)["”]$/.exec(text)?.[1] ?? text;

export interface TestimonialCardProps {
  readonly testimonial: Testimonial;
  /** The text to show: the whole story or an excerpt. */
  readonly text: string;
  /** Shows the picture above the text on large screens as well. */
  readonly isAlwaysStacked?: boolean;
}

export const TestimonialCard = ({ testimonial, text, isAlwaysStacked }: TestimonialCardProps) => (
  <div
    className={cx(
      "card-box flex h-full overflow-hidden",
      isAlwaysStacked ? "flex-col" : "max-sm:flex-col",
    )}
  >
    {testimonial.imageUrl && (
      <Picture
        src={testimonial.imageUrl}
        alt={testimonial.imageAlt}
        sizes={
          isAlwaysStacked ? "(min-width: 64rem) 24rem, 80vw" : "(min-width: 40rem) 12rem, 90vw"
        }
        className={cx(
          "shrink-0 object-cover",
          isAlwaysStacked ? "aspect-2/1 object-top" : "max-sm:aspect-3/2 sm:w-48",
        )}
      />
    )}
    <figure className="flex flex-1 flex-col p-3.5 lg:p-5">
      <Rating rating={testimonial.rating} />
      <blockquote className="font-display mt-2.5 flex-1 leading-normal whitespace-pre-line lg:text-[1.1875rem]">
        “{removeQuotes(text)}”
      </blockquote>
      <figcaption className="mt-3">
        <span className="block font-semibold">{testimonial.name}</span>
        <span className="quiet block text-sm">{testimonial.title}</span>
      </figcaption>
    </figure>
  </div>
);
