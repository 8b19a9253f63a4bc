import { estimateReadingMinutes, extractVisibleText } from "#rules/excerpts.ts";
import { FormRichText } from "#kit/rich-text/form-rich-text.tsx";
import type { PostInput } from "./post-fields.ts";

/** Returns the word count and the reading time readers will see. */
const describeLength = (markdown: string): string => {
  const text = extractVisibleText(markdown);
  const wordCount = text === "" ? 0 : text.split(" ").length;
  return `${wordCount} ${wordCount === 1 ? "word" : "words"} · ${estimateReadingMinutes(markdown)} min read`;
};

export const BlogContent = () => (
  <FormRichText<PostInput>
    name="content"
    label="Content"
    format="markdown"
    grows
    isLabelHidden
    placeholder="Write here, or type / for headings, lists, pictures and tables."
    getFooterText={describeLength}
    className="sm:col-span-2"
  />
);
