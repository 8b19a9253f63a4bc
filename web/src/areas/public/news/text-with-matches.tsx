import { Fragment } from "react";
import { shorten, extractVisibleText } from "#rules/excerpts.ts";
import { fold, foldWords } from "#rules/fold.ts";

const LEADING_CONTEXT_LENGTH = 60;

/** A shorter word matches only the start of a word, as on the server. */
const MIN_INNER_LENGTH = 3;

interface Match {
  readonly start: number;
  readonly end: number;
}

const foldedCharacters = new Map<string, string>();

/** Folds a character with its accents as within a word: an apostrophe becomes nothing, a hyphen a space. */
const foldCharacter = (character: string): string => {
  const known = foldedCharacters.get(character);
  if (known !== undefined) return known;
  const folded = fold(`a${character}a`).slice(1, -1);
  foldedCharacters.set(character, folded);
  return folded;
};

/** Returns where the words of the search are in the text, in order and without overlaps. */
const findMatches = (text: string, search: string): readonly Match[] => {
  const words = foldWords(search);
  if (words.length === 0) return [];
  let folded = " ";
  /** For each character of the folded text, the place in the text where it begins, and ends. */
  const places: Match[] = [{ start: 0, end: 0 }];
  for (const { 0: character, index } of text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    const piece = foldCharacter(character);
    folded += piece;
    for (let count = 0; count < piece.length; count += 1)
      places.push({ start: index, end: index + character.length });
  }
  const matches: Match[] = [];
  for (const word of words) {
    const isShort = Array.from(word).length < MIN_INNER_LENGTH;
    const pattern = isShort ? ` ${word}` : word;
    for (let at = folded.indexOf(pattern); at !== -1; at = folded.indexOf(pattern, at + 1)) {
      const first = places[isShort ? at + 1 : at];
      const last = places[at + pattern.length - 1];
      if (first && last) matches.push({ start: first.start, end: last.end });
    }
  }
  const merged: Match[] = [];
  for (const match of matches.toSorted((one, other) => one.start - other.start)) {
    const previous = merged.at(-1);
    if (previous && match.start <= previous.end) {
      merged[merged.length - 1] = { ...previous, end: Math.max(previous.end, match.end) };
    } else merged.push(match);
  }
  return merged;
};

/** Returns an excerpt of the visible text around the first match, or the beginning of the text if nothing matches. */
export const createExcerpt = (markdown: string, search: string, maxLength: number): string => {
  const text = extractVisibleText(markdown);
  const matchIndex = findMatches(text, search)[0]?.start ?? -1;
  if (matchIndex <= LEADING_CONTEXT_LENGTH) return shorten(text, maxLength);
  const start = text.indexOf(" ", matchIndex - LEADING_CONTEXT_LENGTH);
  return `… ${shorten(text.slice(start < 0 || start > matchIndex ? matchIndex : start), maxLength)}`;
};

export interface TextWithMatchesProps {
  readonly text: string;
  readonly search: string | undefined;
}

/** Highlights search matches in text. */
export const TextWithMatches = ({ text, search }: TextWithMatchesProps) => {
  const matches = search ? findMatches(text, search) : [];
  return (
    <>
      {matches.map(({ start, end }, index) => (
        <Fragment key={start}>
          {text.slice(matches[index - 1]?.end ?? 0, start)}
          <mark className="bg-accent/30 text-inherit">{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(matches.at(-1)?.end ?? 0)}
    </>
  );
};
