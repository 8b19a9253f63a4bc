import createPurifier, { type DOMPurify, type WindowLike } from "dompurify";
import { pictureSizes } from "#rules/pictures.ts";
import { isOwnPicture, LINK_ADDRESS, PLAIN_ATTRIBUTES, TEXT_TAGS } from "#rules/stored-html.ts";

/** What is kept of an `<img>` names no size: each says those that its picture has. */
const withOurPictures = (purifier: DOMPurify): DOMPurify => {
  purifier.addHook("afterSanitizeAttributes", (element) => {
    if (element.nodeName !== "IMG") return;
    const path = element.getAttribute("src") ?? "";
    if (!isOwnPicture(path)) element.remove();
    const { width, height, srcSet } = pictureSizes(path) ?? {};
    const sizes = srcSet && "(min-width: 48rem) 46rem, 100vw";
    for (const [name, value] of Object.entries({ width, height, srcset: srcSet, sizes })) {
      if (value) element.setAttribute(name, String(value));
    }
  });
  return purifier;
};

let purifier: DOMPurify | null = null;

/** The prerenderer has no document and brings one; a browser cleans with its own. */
export const cleanWith = (window: WindowLike): void => {
  purifier = withOurPictures(createPurifier(window));
};

/** Stored HTML is cleaned again on its way to the page, and so is what Markdown becomes. */
export const cleanHtml = (html: string): string => {
  purifier ??= withOurPictures(createPurifier);
  return purifier.sanitize(html.replace(/<(\/?)h1\b/gi, "<$1h2"), {
    ALLOWED_TAGS: [...TEXT_TAGS],
    ALLOWED_ATTR: ["href", "src", ...PLAIN_ATTRIBUTES],
    ADD_URI_SAFE_ATTR: [...PLAIN_ATTRIBUTES],
    ALLOWED_URI_REGEXP: LINK_ADDRESS,
  });
};
