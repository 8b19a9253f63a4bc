import { Fragment } from "react";
import { shortened, visibleText } from "#rules/excerpts.ts";

const BEFORE = 60;

/** The part of a post's visible text around the first place where something was found, or how it begins. */
export const excerptAround = (markdown: string, search: string, max: number): string => {
  const text = visibleText(markdown);
  const place = text.toLowerCase().indexOf(search.toLowerCase());
  if (place <= BEFORE) return shortened(text, max);
  const from = text.indexOf(" ", place - BEFORE);
  return `… ${shortened(text.slice(from < 0 || from > place ? place : from), max)}`;
};

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

export interface FoundTextProps {
  readonly text: string;
  readonly search: string | undefined;
}

/** A text with what was searched for marked in it. */
export const FoundText = ({ text, search }: FoundTextProps) => {
  if (!search) return text;
  // Every second part is what stood in the brackets.
  const parts = text.split(new RegExp(`(${literally(search)})`, "i"));
  return parts.map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- parts of one text, in their order
    <Fragment key={index}>
      {index % 2 === 1 ? <mark className="bg-accent/30 text-inherit">{part}</mark> : part}
    </Fragment>
  ));
};
