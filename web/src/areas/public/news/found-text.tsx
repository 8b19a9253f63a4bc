import { Fragment } from "react";
import { shorten, visibleText } from "#rules/excerpts.ts";

const LEADING_CONTEXT = 60;

/**
 * Returns an excerpt of the visible text around the first match, or its beginning without a match.
 */
export const excerptAround = (markdown: string, search: string, max: number): string => {
  const text = visibleText(markdown);
  const place = text.toLowerCase().indexOf(search.toLowerCase());
  if (place <= LEADING_CONTEXT) return shorten(text, max);
  const start = text.indexOf(" ", place - LEADING_CONTEXT);
  return `… ${shorten(text.slice(start < 0 || start > place ? place : start), max)}`;
};

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

export interface FoundTextProps {
  readonly text: string;
  readonly search: string | undefined;
}

/** Marks the matches of a search in text. */
export const FoundText = ({ text, search }: FoundTextProps) => {
  if (!search) return text;
  // split() with a capture group puts the matches at odd indexes.
  const parts = text.split(new RegExp(`(${literally(search)})`, "i"));
  return parts.map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- parts of one text, in their order
    <Fragment key={index}>
      {index % 2 === 1 ? <mark className="bg-accent/30 text-inherit">{part}</mark> : part}
    </Fragment>
  ));
};
