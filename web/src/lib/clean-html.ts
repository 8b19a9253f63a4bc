import createPurifier, { type DOMPurify } from "dompurify";
import { getPictureSizes } from "#rules/pictures.ts";
import { isOwnPicture, LINK_URL_PATTERN, PLAIN_ATTRIBUTES, TEXT_TAGS } from "#rules/stored-html.ts";

const blockExternalPictures = (purifier: DOMPurify): DOMPurify => {
  purifier.addHook("afterSanitizeAttributes", (element) => {
    const isExternal = !isOwnPicture(element.getAttribute("src") ?? "");
    if (element.nodeName === "IMG" && isExternal) element.remove();
  });
  return purifier;
};

type HtmlCleaner = (html: string) => string;

const createBrowserCleaner = (): HtmlCleaner => {
  const purifier = blockExternalPictures(createPurifier);
  return (html) =>
    purifier.sanitize(html.replace(/<(\/?)h1\b/gi, "<$1h2"), {
      ALLOWED_TAGS: [...TEXT_TAGS],
      ALLOWED_ATTR: ["href", "src", ...PLAIN_ATTRIBUTES],
      ADD_URI_SAFE_ATTR: [...PLAIN_ATTRIBUTES],
      ALLOWED_URI_REGEXP: LINK_URL_PATTERN,
    });
};

let cleaner: HtmlCleaner | null = null;

/** Sets the sanitizer to use while prerendering. DOMPurify doesn't work then, because there is no DOM. */
export const setHtmlCleaner = (newCleaner: HtmlCleaner): void => {
  cleaner = newCleaner;
};

/** Works only on sanitized HTML, where a quote inside an attribute is always `&quot;`. */
const IMAGE_PATTERN = /<img((?:\s+[\w-]+(?:="[^"]*")?)*)\s*\/?>/g;
const SIZES_ATTRIBUTE = "(min-width: 48rem) 46rem, 100vw";

/** Adds width, height and srcset to every uploaded image, because the sanitizer removes them. */
const addPictureSizes: HtmlCleaner = (html) =>
  html.replace(IMAGE_PATTERN, (image, attributes: string) => {
    const sizes = getPictureSizes(/\ssrc="([^"]*)"/.exec(attributes)?.[1] ?? "");
    if (!sizes) return image;
    const { width, height, srcSet } = sizes;
    const srcSetAttributes = srcSet ? ` srcset="${srcSet}" sizes="${SIZES_ATTRIBUTE}"` : "";
    return `<img${attributes} width="${width}" height="${height}"${srcSetAttributes}>`;
  });

/** Sanitizes HTML right before it is rendered. The HTML may be stored or made from Markdown. */
export const cleanHtml: HtmlCleaner = (html) =>
  addPictureSizes((cleaner ??= createBrowserCleaner())(html));
