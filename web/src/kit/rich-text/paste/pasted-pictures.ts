import { readRtfPictures } from "./rtf-pictures.ts";
import { siteImage } from "#data/uploads/mutations.ts";
import { ALT_TEXT_MAX_LENGTH } from "#ui/fields/alt-text.ts";

export interface PastedPicture {
  readonly file: File;
  readonly alt: string;
}

/** Marks a picture's place until it is uploaded. These characters never occur in texts. */
const createPlaceMarker = (index: number): string => `\u{fdd0}${index}\u{fdd1}`;
export const PLACE_MARKER_PATTERN = /\u{fdd0}(\d+)\u{fdd1}/gu;

/** Returns the path if the URL belongs to one of our own pictures, even if it was copied with its domain. */
const getOwnPicturePath = (src: string): string | null => {
  if (src.startsWith("/images/")) return src;
  const ownPrefix = `${globalThis.location.origin}/images/`;
  return src.startsWith(ownPrefix) ? src.slice(globalThis.location.origin.length) : null;
};

/** Word sometimes describes a picture only with a drawing of its own. */
export const convertDrawings = (page: Document): void => {
  for (const drawing of page.querySelectorAll(String.raw`v\:shapetype`)) drawing.remove();
  for (const data of page.querySelectorAll(String.raw`v\:imagedata`)) {
    const shape = data.closest(String.raw`v\:shape`) ?? data;
    const picture = page.createElement("img");
    picture.setAttribute("src", data.getAttribute("src") ?? "");
    picture.setAttribute("alt", shape.getAttribute("alt") ?? data.getAttribute("o:title") ?? "");
    shape.replaceWith(picture);
  }
};

const readAlt = (picture: Element): string => {
  const alt = (picture.getAttribute("alt") ?? "").replace(/\s+/g, " ").trim();
  const text = alt.replace(/ ?Description automatically generated.*$/i, "");
  // A camera's name for the file says nothing about the picture.
  const isFileName = /^[\w() -]+\.(?:jpe?g|png|gif|webp|avif|heic|bmp|tiff?)$/i.test(text);
  return isFileName ? "" : text.slice(0, ALT_TEXT_MAX_LENGTH);
};

const readEmbedded = (src: string): File | null => {
  const [, type = "", body = ""] = /^data:(image\/[a-z+]+);base64,(.*)$/is.exec(src) ?? [];
  if (!siteImage.accept.includes(type)) return null;
  try {
    const bytes = Uint8Array.from(atob(body.trim()), (character) => character.charCodeAt(0));
    return new File([bytes], "picture", { type });
  } catch {
    return null;
  }
};

const isLocal = (picture: Element): boolean =>
  /^(?:file|cid):/i.test(picture.getAttribute("src") ?? "");
/** Emails contain invisible pictures that tell the sender who reads them. */
const isTrackingPixel = (picture: Element): boolean =>
  picture.getAttribute("width") === "1" || picture.getAttribute("height") === "1";
const isSymbol = (picture: Element): boolean =>
  /^\p{Extended_Pictographic}[^\p{L}\p{N}\s]*$/u.test(picture.getAttribute("alt") ?? "");

/** Returns the alt text if the page consists of a picture that isn't on our site yet. */
export const readOnlyPictureAlt = (page: Document): string | null => {
  const [picture, ...otherPictures] = page.querySelectorAll("img");
  const isOnlyContent =
    picture && otherPictures.length === 0 && page.body.textContent.trim() === "";
  const isOwn = getOwnPicturePath(picture?.getAttribute("src") ?? "") !== null;
  return isOnlyContent && !isOwn ? readAlt(picture) : null;
};

/**
 * Replaces the pictures that can be uploaded by markers of their places, and removes those that can't. Keeps pictures
 * that are already on our site.
 */
export const takePictures = (
  page: Document,
  rtf: string,
): { readonly pictures: readonly PastedPicture[]; readonly removedCount: number } => {
  const elements = [...page.querySelectorAll("img")];
  const localElements = elements.filter(isLocal);
  const rtfFiles = localElements.length > 0 ? readRtfPictures(rtf) : [];
  // Otherwise, it isn't known which is which.
  const isEachInRtf = rtfFiles.length === localElements.length;
  const pictures: PastedPicture[] = [];
  let removedCount = 0;
  for (const element of elements) {
    const src = element.getAttribute("src") ?? "";
    const ownPath = getOwnPicturePath(src);
    const file =
      (isEachInRtf ? rtfFiles[localElements.indexOf(element)] : null) ?? readEmbedded(src);
    if (ownPath) element.setAttribute("src", ownPath);
    else if (isTrackingPixel(element)) element.remove();
    else if (isSymbol(element)) element.replaceWith(element.getAttribute("alt") ?? "");
    else if (file) {
      element.replaceWith(createPlaceMarker(pictures.length));
      pictures.push({ file, alt: readAlt(element) });
    } else {
      removedCount += 1;
      element.remove();
    }
  }
  return { pictures, removedCount };
};
