import { Fragment } from "react";
import { shorten, extractVisibleText } from "#rules/excerpts.ts";

const LEADING_CONTEXT_LENGTH = 60;

/** Returns an excerpt of the visible text around the first match, or the beginning of the text if nothing matches. */
export const createExcerpt = (markdown: string, search: string, maxLength: number): string => {
  const text = extractVisibleText(markdown);
  const matchIndex = text.toLowerCase().indexOf(search.toLowerCase());
  if (matchIndex <= LEADING_CONTEXT_LENGTH) return shorten(text, maxLength);
  const start = text.indexOf(" ", matchIndex - LEADING_CONTEXT_LENGTH);
  return `… ${shorten(text.slice(start < 0 || start > matchIndex ? matchIndex : start), maxLength)}`;
};

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

export interface TextWithMatchesProps {
  readonly text: string;
  readonly search: string | undefined;
}

/** Highlights search matches in text. */
export const TextWithMatches = ({ text, search }: TextWithMatchesProps) => {
  if (!search) return text;
  // split() with a capture group puts the matches at odd indexes.
  const segments = text.split(new RegExp(`(${escapeRegExp(search)})`, "i"));
  return segments.map((segment, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the segments are never reordered
    <Fragment key={index}>
      {index % 2 === 1 ? <mark className="bg-accent/30 text-inherit">{segment}</mark> : segment}
    </Fragment>
  ));
};
