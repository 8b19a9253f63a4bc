import { expect, test } from "vitest";
import { paths, postReference } from "./paths.ts";

test("builds every address of the site", () => {
  expect(paths.home()).toBe("/");
  expect(paths.home("impact")).toBe("/#impact");
  expect(paths.donate()).toBe("/donate");
  expect(paths.donate({ amount: 100, frequency: "monthly" })).toBe(
    "/donate?amount=100&frequency=monthly",
  );
  expect(paths.volunteerDashboard()).toBe("/volunteer-dashboard");
  expect(paths.dashboard()).toBe("/dashboard");
  expect(paths.admin("donations")).toBe("/admin/donations");
  expect(paths.dashboard("locations", "deliveries")).toBe("/dashboard/locations/deliveries");
  expect(paths.privacyPolicy()).toBe("/privacy-policy");
  expect(paths.termsOfService()).toBe("/terms-of-service");
  expect(paths.financialReports()).toBe("/financial-reports");
  expect(paths.news()).toBe("/news");
  expect(paths.news(2)).toBe("/news/page/2");
});

const id = "3f2a9c1b-1111-4111-8111-111111111111";

test.each([
  ["What goes into a winter box", "/news/what-goes-into-a-winter-box-3f2a9c1b"],
  ["José’s “café” — 50% off?!", "/news/joses-cafe-50-off-3f2a9c1b"],
  ["感謝", "/news/3f2a9c1b"],
  [
    "very long ".repeat(20),
    "/news/very-long-very-long-very-long-very-long-very-long-very-long-3f2a9c1b",
  ],
])("gives a post titled %s a readable address", (title, address) => {
  expect(paths.blogPost({ id, title })).toBe(address);
  expect(postReference(address.slice("/news/".length))).toBe("3f2a9c1b");
});

test("uses a post's own slug instead of its title", () => {
  const address = paths.blogPost({ id, title: "A title", slug: "winter-boxes" });
  expect(address).toBe("/news/winter-boxes-3f2a9c1b");
  expect(postReference(address.slice("/news/".length))).toBe("3f2a9c1b");
});

test("finds a post by the id at the end of its address, whatever comes before", () => {
  expect(postReference(id)).toBe(id);
  expect(postReference(`older-words-${id}`)).toBe(id);
  expect(postReference("OLDER-3F2A9C1B")).toBe("3f2a9c1b");
  expect(postReference("deadbeef-and-more")).toBeNull();
  expect(postReference("no-such-post")).toBeNull();
});
