import createPurifier, { type DOMPurify, type WindowLike } from "dompurify";
import { isOwnPicture, LINK_ADDRESS, PLAIN_ATTRIBUTES, TEXT_TAGS } from "#rules/stored-html.ts";

const withOurPictures = (purifier: DOMPurify): DOMPurify => {
  purifier.addHook("afterSanitizeAttributes", (element) => {
    const isForeign = !isOwnPicture(element.getAttribute("src") ?? "");
    if (element.nodeName === "IMG" && isForeign) element.remove();
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
