import type { HomeData } from "#data/home/queries.ts";
import { cx } from "#ui/class-names.ts";
import { SwipeRow } from "./swipe-row.tsx";

type Letter = HomeData["childrenLetters"][number];

/** Texts shorter than this fit on one line of a large screen. */
const SHORT_LETTER_LENGTH = 40;

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
}

/** Shows the first letter as a large quotation, and the other letters below it. */
export const Letters = ({ letters: [first, ...otherLetters] }: LettersProps) => {
  if (!first) return <div className="h-9 md:h-16" />;
  return (
    <div className="bg-neutral text-neutral-content my-6 py-7 md:my-8 md:py-10">
      <div className="shell">
        <figure>
          <blockquote
            className={cx(
              "font-display leading-[1.15] font-semibold tracking-tight text-balance",
              first.text.length < SHORT_LETTER_LENGTH
                ? "text-[clamp(2.25rem,5.6vw,4.5rem)]"
                : "text-[clamp(1.5rem,3.2vw,2.75rem)]",
            )}
          >
            “{first.text}”
          </blockquote>
          <figcaption className="mt-4 text-[#dcb25c] md:mt-6 md:text-lg">
            {first.writer}, in a letter that went into a box
          </figcaption>
        </figure>
        {otherLetters.length > 0 && (
          <div className="mt-6 md:mt-8">
            <h3 className="sr-only">What other children wrote</h3>
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
