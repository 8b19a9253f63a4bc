import createPurifier, { type DOMPurify } from "dompurify";
import { pictureSizes } from "#rules/pictures.ts";
import { isOwnPicture, LINK_ADDRESS, PLAIN_ATTRIBUTES, TEXT_TAGS } from "#rules/stored-html.ts";

const removeForeignPictures = (purifier: DOMPurify): DOMPurify => {
  purifier.addHook("afterSanitizeAttributes", (element) => {
    const isForeign = !isOwnPicture(element.getAttribute("src") ?? "");
    if (element.nodeName === "IMG" && isForeign) element.remove();
  });
  return purifier;
};

type Clean = (html: string) => string;

const createBrowserCleaner = (): Clean => {
  const purifier = removeForeignPictures(createPurifier);
  return (html) =>
    purifier.sanitize(html.replace(/<(\/?)h1\b/gi, "<$1h2"), {
      ALLOWED_TAGS: [...TEXT_TAGS],
      ALLOWED_ATTR: ["href", "src", ...PLAIN_ATTRIBUTES],
      ADD_URI_SAFE_ATTR: [...PLAIN_ATTRIBUTES],
      ALLOWED_URI_REGEXP: LINK_ADDRESS,
    });
};

let clean: Clean | null = null;

/**
 * Replaces DOMPurify while prerendering, where there is no DOM, with the sanitizer of the
 * functions.
 */
export const setHtmlCleaner = (cleaner: Clean): void => {
  clean = cleaner;
};

/** Expects sanitized HTML, where a quote inside an attribute is always `&quot;`. */
const IMAGE = /<img((?:\s+[\w-]+(?:="[^"]*")?)*)\s*\/?>/g;
const SIZES = "(min-width: 48rem) 46rem, 100vw";

/** Adds width, height and srcset, which the sanitizer strips, to every uploaded image. */
const addPictureSizes: Clean = (html) =>
  html.replace(IMAGE, (image, attributes: string) => {
    const sizes = pictureSizes(/\ssrc="([^"]*)"/.exec(attributes)?.[1] ?? "");
    if (!sizes) return image;
    const { width, height, srcSet } = sizes;
    const smaller = srcSet ? ` srcset="${srcSet}" sizes="${SIZES}"` : "";
    return `<img${attributes} width="${width}" height="${height}"${smaller}>`;
  });

/** Sanitizes stored HTML, and HTML made from Markdown, right before it is rendered. */
export const cleanHtml: Clean = (html) => addPictureSizes((clean ??= createBrowserCleaner())(html));
