import type { HomeData } from "#data/home/queries.ts";
import { cx } from "#ui/class-names.ts";
import { SwipeRow } from "./swipe-row.tsx";
import type { Testimonial } from "./testimonial-card.tsx";

type Letter = HomeData["childrenLetters"][number];

/** The maximum length of a story shown as a large quotation. */
const QUOTABLE_LENGTH = 280;

/** Texts shorter than this fit on one line of a large screen. */
const SHORT_LENGTH = 40;

interface Quotation {
  readonly text: string;
  readonly attribution: string;
}

/** Returns the first letter, otherwise the newest story short enough to show in full. */
const quotationOf = (
  [letter]: readonly Letter[],
  stories: readonly Testimonial[],
): Quotation | undefined => {
  if (letter)
    return { text: letter.text, attribution: `${letter.writer}, in a letter that went into a box` };
  const story = stories.find(({ content }) => content.length <= QUOTABLE_LENGTH);
  return story && { text: story.content, attribution: `${story.name}, ${story.title}` };
};

/** Tilts neighboring letters differently. */
const TILTS = ["-rotate-1", "rotate-[0.7deg]", "-rotate-[0.4deg]"] as const;

const LetterCard = ({
  letter,
  tiltIndex,
}: {
  readonly letter: Letter;
  readonly tiltIndex: number;
}) => (
  <figure className={cx("letter flex h-full flex-col", TILTS[tiltIndex % TILTS.length])}>
    <blockquote className="flex-1">{letter.text}</blockquote>
    <figcaption className="text-right">{letter.writer}</figcaption>
  </figure>
);

export interface LettersProps {
  readonly letters: readonly Letter[];
  readonly stories: readonly Testimonial[];
}

/** Shows one letter or story as a large quotation, and the other letters below it. */
export const Letters = ({ letters, stories }: LettersProps) => {
  const quotation = quotationOf(letters, stories);
  const otherLetters = letters.slice(1);
  if (!quotation) return <div className="h-9 md:h-16" />;
  return (
    <div className="bg-neutral text-neutral-content my-8 py-8 md:my-20 md:py-24">
      <div className="shell">
        <figure>
          <blockquote
            className={cx(
              "font-display leading-[1.15] font-semibold tracking-tight text-balance",
              quotation.text.length < SHORT_LENGTH
                ? "text-[clamp(2.25rem,5.6vw,4.5rem)]"
                : "text-[clamp(1.5rem,3.2vw,2.75rem)]",
            )}
          >
            “{quotation.text}”
          </blockquote>
          <figcaption className="mt-4 text-[#dcb25c] md:mt-6 md:text-lg">
            {quotation.attribution}
          </figcaption>
        </figure>
        {otherLetters.length > 0 && (
          <div className="mt-6 md:mt-16">
            <h3 className="font-display mb-3 text-lg font-semibold max-md:sr-only md:mb-6 md:text-2xl">
              What other children wrote
            </h3>
            <SwipeRow label="Letters from children">
              {otherLetters.map((letter, index) => (
                <li key={letter.id}>
                  <LetterCard letter={letter} tiltIndex={index} />
                </li>
              ))}
            </SwipeRow>
          </div>
        )}
      </div>
    </div>
  );
};
