import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  boundedHtml,
  boundedMarkdown,
  createNext,
  longHtml,
  longMarkdown,
} from "../../../tests/bounded-texts.ts";
import { catalog } from "./catalog.ts";
import type { EndpointDefinition } from "./endpoint.ts";
import { findHtmlProblem, findMarkdownProblem } from "./text-bounds.ts";

/** Which bound a message is about. */
const readBound = (message: string | undefined) =>
  message === undefined
    ? "none"
    : (/^This text|characters|marks|levels/.exec(message)?.[0] ?? message);

describe("threat 67: Markdown", () => {
  it.each(boundedMarkdown)("is bounded: $name", ({ create, last, bound }) => {
    expect(readBound(findMarkdownProblem(create(last)))).toBe("none");
    expect(readBound(findMarkdownProblem(createNext(create, last)))).toBe(bound);
  });

  it("may have long lists, tables and many paragraphs", () => {
    expect(longMarkdown.flatMap((text) => findMarkdownProblem(text) ?? [])).toEqual([]);
  });

  it("says which paragraph and what to do", () => {
    expect(findMarkdownProblem(`Dear friends\n\n**Today** we packed ${"[".repeat(300)}`)).toBe(
      "The paragraph that starts with “**Today** we packed [[[[[[[[[[…” has more than 200 formatting marks, such as bold text, links and line breaks. Remove some, or divide it with an empty line.",
    );
  });
});

describe("threat 67: the API", () => {
  const bodies = Object.entries(catalog as Readonly<Record<string, EndpointDefinition>>);
  /** Fields for texts of many paragraphs. */
  const longFields = bodies.flatMap(([operation, { body }]) =>
    body instanceof z.ZodObject
      ? Object.entries(body.shape as Readonly<Record<string, z.ZodType>>).flatMap(([name, field]) =>
          !field.safeParse(1).success && field.safeParse("A paragraph.\n\n".repeat(1500)).success
            ? [{ operation: `${operation} ${name}`, field }]
            : [],
        )
      : [],
  );
  const findMessages = (field: z.ZodType, text: string) =>
    field.safeParse(text).error?.issues.map(({ message }) => readBound(message));

  it("refuses what takes long to parse in every long text, with a sentence", () => {
    const messages = longFields.map(({ operation, field }) => [
      operation,
      findMessages(field, `<b>${"x".repeat(5001)}</b>`),
      findMessages(field, "> ".repeat(21)) ?? findMessages(field, "<b>".repeat(21)),
    ]);
    const bounds = [["characters"], ["levels"]];
    expect(messages.toSorted(([a], [b]) => String(a).localeCompare(String(b)))).toEqual([
      ["createBlogPost content", ...bounds],
      ["createEmailTemplate htmlContent", ...bounds],
      ["previewEmailTemplate htmlContent", ...bounds],
      // A draft keeps what is still being written.
      ["saveBlogPostDraft content", undefined, undefined],
      ["testEmailTemplate htmlContent", ...bounds],
      ["updateBlogPost content", ...bounds],
      ["updateEmailTemplate htmlContent", ...bounds],
      ["updateLegalContent content", ...bounds],
    ]);
  });
});

describe("threat 67: HTML", () => {
  it.each(boundedHtml)("is bounded: $name", ({ create, last, bound }) => {
    expect(readBound(findHtmlProblem(create(last)))).toBe("none");
    expect(readBound(findHtmlProblem(createNext(create, last)))).toBe(bound);
  });

  it("may leave out end tags, have comments and be as long as our own texts", () => {
    expect(longHtml.flatMap((text) => findHtmlProblem(text) ?? [])).toEqual([]);
  });
});
