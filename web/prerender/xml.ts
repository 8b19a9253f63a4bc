const XML_ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** XML 1.0 forbids control characters, even escaped. */
const FORBIDDEN_CHARACTERS = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

export const escapeXml = (text: string): string =>
  text
    .replace(FORBIDDEN_CHARACTERS, "")
    .replace(/[&<>"']/g, (character) => XML_ENTITIES[character] ?? "");

export const renderXmlElement = (name: string, text: string): string =>
  `<${name}>${escapeXml(text)}</${name}>`;
