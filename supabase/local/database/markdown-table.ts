/** Returns a Markdown table. In its cells, a vertical bar is text. */
export const renderMarkdownTable = (
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string =>
  [headings, headings.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", String.raw`\|`)).join(" | ")} |`)
    .join("\n");

export const formatInlineCode = (names: readonly string[]): string =>
  names.map((name) => `\`${name}\``).join(", ");
