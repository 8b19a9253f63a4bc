import { describe, expect, it } from "vitest";
import {
  boundedHtml,
  boundedMarkdown,
  createNext,
  longHtml,
  longMarkdown,
} from "../bounded-texts.ts";
import { sql } from "./connection.ts";

const kinds = [
  { kind: "markdown", bounded: boundedMarkdown, long: longMarkdown },
  { kind: "html", bounded: boundedHtml, long: longHtml },
] as const;

describe.each(kinds)("threat 67: tables bound $kind as the contract does", (texts) => {
  const { kind, bounded, long } = texts;
  const readAllowed = async (text: string): Promise<boolean> => {
    const [row] = await sql.unsafe<{ allowed: boolean }[]>(
      `select private.is_bounded_${kind}($1) as allowed`,
      [text],
    );
    return row!.allowed;
  };

  it.each(bounded)("$name", async ({ create, last }) => {
    expect(await readAllowed(create(last))).toBe(true);
    expect(await readAllowed(createNext(create, last))).toBe(false);
  });

  it("long texts are allowed", async () => {
    expect(await Promise.all(long.map(readAllowed))).toEqual(long.map(() => true));
  });
});

it("threat 67: every column that is published or mailed as Markdown or HTML is bounded", async () => {
  const columns = await sql`
    select conrelid::regclass::text || '.' || attname as name, pg_get_constraintdef(c.oid) like '%markdown%' as is_markdown
    from pg_constraint c join pg_attribute on attrelid = conrelid and attnum = any (conkey)
    where pg_get_constraintdef(c.oid) like '%is_bounded_%'
    order by 1`;
  expect(columns).toEqual([
    { name: "blog_posts.content", is_markdown: true },
    { name: "email_templates.html_content", is_markdown: false },
    { name: "legal_content.content", is_markdown: false },
  ]);
});
