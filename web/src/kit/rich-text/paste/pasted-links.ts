import { unwrap } from "../elements.ts";
import { isAllowedLink, type TextFormat } from "../extensions.ts";
import { unwrapLink, unwrapLinksInText } from "./unwrap-link.ts";

/** Completes addresses that Word and old web pages write without `https:`. */
const completeHref = (href: string): string =>
  href.replace(/^www\./i, "https://www.").replace(/^\/\/(?=\w)/, "https://");

/**
 * Unwraps links, and removes those that lead nowhere from our site: to places in the original document, to files on
 * someone's computer and to scripts. Returns how many it removed.
 */
export const tidyLinks = (page: Document, format: TextFormat): number => {
  let removedCount = 0;
  for (const link of page.querySelectorAll("a[href]")) {
    const href = unwrapLink(completeHref((link.getAttribute("href") ?? "").trim()));
    // Posts and other texts have no places that a link could lead to.
    if (!href.startsWith("#") && isAllowedLink(href, format)) {
      link.setAttribute("href", href);
      continue;
    }
    if (link.textContent.trim() !== "" || link.querySelector("img")) removedCount += 1;
    unwrap(link);
  }
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    if (text.data.includes("://")) text.data = unwrapLinksInText(text.data);
  }
  return removedCount;
};
