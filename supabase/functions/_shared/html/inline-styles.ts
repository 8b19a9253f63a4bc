import sanitizeHtml from "sanitize-html";

const DISPLAY_FONT = "Fraunces, Georgia, 'Times New Roman', serif";

/** The styles of the content, by element and by class. The style of a class replaces that of its element. */
const ELEMENT_STYLES: Readonly<Record<string, string>> = {
  h1: `margin: 0 0 16px; font: 600 28px/1.2 ${DISPLAY_FONT}; color: #1a2740`,
  h2: `margin: 30px 0 10px; font: 600 20px/1.3 ${DISPLAY_FONT}; color: #1a2740`,
  h3: `margin: 24px 0 8px; font: 600 17px/1.3 ${DISPLAY_FONT}; color: #1a2740`,
  p: "margin: 0 0 14px",
  ul: "margin: 0 0 14px; padding: 0 0 0 22px",
  ol: "margin: 0 0 14px; padding: 0 0 0 22px",
  li: "margin: 0 0 6px",
  blockquote: "margin: 0 0 14px; padding: 0 0 0 16px; border-left: 3px solid #c79639",
  a: "color: #1b2f55",
  img: "max-width: 100%; height: auto; border: 0",
};

const CLASS_STYLES: Readonly<Record<string, string>> = {
  button:
    "display: inline-block; margin: 6px 0; padding: 13px 24px; border-radius: 9px; background: #1b2f55; color: #fffaf0; font-weight: bold; text-decoration: none",
  lead: "margin: 0 0 22px; padding: 16px 20px; border: 1px solid #e6dcc9; border-radius: 10px; background: #f8f3e9; font-size: 18px; line-height: 1.45",
  facts: "width: 100%; border-collapse: collapse; border-top: 1px solid #e6dcc9",
  small: "margin: 14px 0; font-size: 14px; color: #5b6474",
  demo: "margin: 0 0 20px; border: 2px dashed #a15c00; border-radius: 8px; padding: 12px 14px",
};

const FACT_STYLE =
  "padding: 9px 14px 9px 0; border-bottom: 1px solid #e6dcc9; text-align: left; vertical-align: top; font-size: 15px";
const FACT_LABEL_STYLE = `${FACT_STYLE}; width: 38%; font-weight: normal; color: #5b6474`;

const createStyle = (tagName: string, attributes: sanitizeHtml.Attributes): string | undefined => {
  if (tagName === "th" && attributes["scope"] === "row") return FACT_LABEL_STYLE;
  if (tagName === "td" || tagName === "th") return FACT_STYLE;
  return CLASS_STYLES[attributes["class"] ?? ""] ?? ELEMENT_STYLES[tagName];
};

/**
 * Writes the styles into the elements' `style` attributes, because some email clients drop style sheets. A style that
 * an element already has takes precedence.
 */
export const inlineStyles = (html: string): string =>
  sanitizeHtml(html, {
    // The content is already clean, so this only parses it.
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    parseStyleAttributes: false,
    transformTags: {
      "*": (tagName, attributes) => {
        const style = [createStyle(tagName, attributes), attributes["style"]]
          .filter(Boolean)
          .join("; ");
        return { tagName, attribs: style === "" ? attributes : { ...attributes, style } };
      },
    },
  });
