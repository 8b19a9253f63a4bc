const toParagraph = (text: string): string => {
  const lines = text.trim().split("\n");
  return `<p>${lines.map((line) => line.trimEnd()).join("<br>")}</p>`;
};

/** Returns an email template as HTML. In plain text, empty lines separate paragraphs. */
export const toTemplateHtml = (text: string): string =>
  /<\w/.test(text)
    ? text
    : text
        .split(/\n\s*\n/)
        .map(toParagraph)
        .join("\n");
