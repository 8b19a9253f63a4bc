import { expect, test } from "vitest";
import { paths } from "#lib/paths.ts";
import { parseNewsUrl, newsPath, newsQueryString, postReference } from "./news-address.ts";

const parsePath = (path: string) => parseNewsUrl(new URL(path, "https://x.org"));

test.each([
  ["/news", { page: 1 }],
  ["/news/page/3", { page: 3 }],
  ["/news/tag/packing", { page: 1, tag: "packing" }],
  ["/news/tag/caf%C3%A9%20%26%20tea%2Fcake/page/2", { page: 2, tag: "café & tea/cake" }],
  ["/news?search=winter+box", { page: 1, search: "winter box" }],
  ["/news?search=50%25+%26+more&page=2", { page: 2, search: "50% & more" }],
])("%s is the canonical path of its list", (path, list) => {
  expect(parsePath(path)).toEqual(list);
  expect(newsPath(list)).toBe(path);
});

test.each([
  ["/news/", "/news"],
  ["/news/page/1", "/news"],
  ["/news/tag/Packing", "/news/tag/packing"],
  ["/news?search=%20%20", "/news"],
  ["/news?utm_source=mail", "/news"],
  ["/news/tag/packing?search=box", "/news/tag/packing"],
])("%s leads to the list at %s", (path, canonicalPath) => {
  expect(newsPath(parsePath(path) ?? { page: 0 })).toBe(canonicalPath);
});

test.each(["/news/page/0", "/news/page/x", "/news/page/1000", "/news/tag/%E0%A4%A", "/news/a"])(
  "%s is not a list",
  (path) => expect(parsePath(path)).toBeNull(),
);

test("limits the length of a search", () => {
  expect(parsePath(`/news?search=${"a".repeat(500)}`)?.search).toHaveLength(100);
});

test.each([
  ["/news?utm_source=mail&a=1", ""],
  ["/news?search=+winter+box+&page=1&fbclid=x", "?search=winter+box"],
  ["/news?page=2&x=1&search=box", "?search=box&page=2"],
  ["/news?page=2", ""],
  ["/news/page/2?search=box", ""],
  ["/news/a-post-12345678?search=box&page=2", ""],
  [`/news?search=box&page=${"1".repeat(500)}`, "?search=box&page=1111"],
])("reduces %s to the known parameters %j", (path, queryString) => {
  const url = new URL(path, "https://x.org");
  expect(newsQueryString(url)).toBe(queryString);
  expect(newsQueryString(new URL(`${url.pathname}${queryString}`, url))).toBe(queryString);
});

const id = "3f2a9c1b-1111-4111-8111-111111111111";

test.each([
  ["What goes into a winter box", "/news/what-goes-into-a-winter-box-3f2a9c1b"],
  ["José’s “café” — 50% off?!", "/news/joses-cafe-50-off-3f2a9c1b"],
  ["感謝", "/news/3f2a9c1b"],
  ["straße in Łódź", "/news/strasse-in-lodz-3f2a9c1b"],
  ["Ærø, Þingvellir and Đà Nẵng", "/news/aero-thingvellir-and-da-nang-3f2a9c1b"],
  ["Œuvre de cœur", "/news/oeuvre-de-coeur-3f2a9c1b"],
  ["Smørrebrød på Ålesund", "/news/smorrebrod-pa-alesund-3f2a9c1b"],
  ["Diyarbakır, İzmir", "/news/diyarbakir-izmir-3f2a9c1b"],
  ["Għawdex u Ħal Għaxaq", "/news/ghawdex-u-hal-ghaxaq-3f2a9c1b"],
  ["Gəncə", "/news/gence-3f2a9c1b"],
  ["Núñez & Żak’s Day", "/news/nunez-zaks-day-3f2a9c1b"],
  ["Hawaiʻi ‘Ohana", "/news/hawaii-ohana-3f2a9c1b"],
  ["Diné bizaadʼígíí, 5′ and Rusʹ", "/news/dine-bizaadigii-5-and-rus-3f2a9c1b"],
  ["øłđðħŋŧıəɨʉɓɗƙƴɖɛƒɣɔʋƶ ÆŒÞ", "/news/olddhntieiubdkydefgovz-aeoeth-3f2a9c1b"],
  ["ﬁve boxes №7", "/news/five-boxes-no7-3f2a9c1b"],
  ["GROSSE STRAẞE", "/news/grosse-strasse-3f2a9c1b"],
  ["Ɓauna da ƙasa", "/news/bauna-da-kasa-3f2a9c1b"],
  [
    "very long ".repeat(20),
    "/news/very-long-very-long-very-long-very-long-very-long-very-long-3f2a9c1b",
  ],
])("gives a post titled %s a readable path", (title, path) => {
  expect(paths.blogPost({ id, title })).toBe(path);
  expect(postReference(path.slice("/news/".length))).toBe("3f2a9c1b");
});

test("uses a post's own slug instead of its title", () => {
  const path = paths.blogPost({ id, title: "A title", slug: "winter-boxes" });
  expect(path).toBe("/news/winter-boxes-3f2a9c1b");
  expect(postReference(path.slice("/news/".length))).toBe("3f2a9c1b");
});

test("reads a post's id from the end of its path, whatever comes before", () => {
  expect(postReference(id)).toBe(id);
  expect(postReference(`older-words-${id}`)).toBe(id);
  expect(postReference("OLDER-3F2A9C1B")).toBe("3f2a9c1b");
  expect(postReference("deadbeef-and-more")).toBeNull();
  expect(postReference("no-such-post")).toBeNull();
});
