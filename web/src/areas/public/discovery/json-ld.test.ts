import { expect, test } from "vitest";
import { FALLBACK_CONTACT } from "#data/home/queries.ts";
import { anUpcomingEvent, homeData, publishedBlogPost } from "#testing/builders.ts";
import { createBlogPostingLd, getModifiedAt } from "./blog-posting-ld.ts";
import { toAbsoluteUrl, createEventLd, toScriptJson, createOrganizationLd } from "./json-ld.ts";

const origin = "https://x.org";

test("lists only the social networks that the organization is on", () => {
  const settings = {
    ...homeData().settings,
    facebookUrl: "https://facebook.com/x",
    instagramUrl: null,
    xUrl: null,
    youtubeUrl: null,
  };
  expect(createOrganizationLd(origin, FALLBACK_CONTACT, settings)).toMatchObject({
    "@type": "NGO",
    name: FALLBACK_CONTACT.organizationName,
    taxID: FALLBACK_CONTACT.taxId,
    sameAs: ["https://facebook.com/x"],
  });
  expect(createOrganizationLd(origin, FALLBACK_CONTACT, undefined)).toMatchObject({ sameAs: [] });
});

test("gives an event past midnight an end on the next day", () => {
  const event = anUpcomingEvent({
    date: "2026-10-31",
    startTime: "22:00:00",
    endTime: "02:30:00",
    endsNextDay: true,
    startsAt: "2026-11-01T03:00:00Z",
    endsAt: "2026-11-01T08:30:00Z",
  });
  expect(createEventLd(origin, "A", event)).toMatchObject({
    startDate: "2026-10-31T22:00:00-05:00",
    endDate: "2026-11-01T02:30:00-06:00",
  });
});

test("gives an event its local times with offset, a picture and its place", () => {
  const event = anUpcomingEvent({
    eventType: "Food Drive",
    address: "410 Lantern Street, Fort Worth",
  });
  expect(createEventLd(origin, "A", event)).toMatchObject({
    "@type": "Event",
    startDate: "2026-12-05T09:00:00-06:00",
    endDate: "2026-12-05T12:30:00-06:00",
    image: "https://x.org/share.jpg",
    location: { address: "410 Lantern Street, Fort Worth" },
    organizer: { name: "A" },
  });
});

test("uses the UTC offset on the event's date in every time zone", () => {
  const getOffset = (startTime: string, startsAt: string) =>
    String(createEventLd(origin, "A", anUpcomingEvent({ startTime, startsAt }))["startDate"]).slice(
      -6,
    );
  expect(getOffset("09:00:00", "2026-12-05T14:00:00Z")).toBe("-05:00");
  expect(getOffset("09:00:00", "2026-12-05T09:00:00Z")).toBe("+00:00");
  expect(getOffset("09:00:00", "2026-12-05T03:30:00Z")).toBe("+05:30");
  expect(getOffset("09:00:00", "2026-12-05T12:30:00Z")).toBe("-03:30");
});

test("BLOG-05: gives a post its canonical URL and an absolute picture URL", () => {
  const post = publishedBlogPost({
    id: "3f2a9c1b-0000-4000-8000-000000000000",
    title: "A day",
    content: "**Words**",
    createdAt: "2026-10-01T15:30:00Z",
    publishedAt: "2026-11-20T15:30:00Z",
  });
  expect(
    createBlogPostingLd(origin, "A", post, { description: "Words", image: "/share.jpg" }),
  ).toMatchObject({
    headline: "A day",
    description: "Words",
    datePublished: "2026-11-20T15:30:00Z",
    // Changed for the last time before it was published, as scheduled.
    dateModified: "2026-11-20T15:30:00Z",
    image: "https://x.org/share.jpg",
    mainEntityOfPage: "https://x.org/news/a-day-3f2a9c1b",
  });
  const edited = { ...post, updatedAt: "2026-11-21T09:00:00+00:00" };
  expect(getModifiedAt(post)).toBe("2026-11-20T15:30:00Z");
  expect(getModifiedAt(edited)).toBe(edited.updatedAt);
  expect(toAbsoluteUrl(origin, "https://cdn.org/a.png")).toBe("https://cdn.org/a.png");
});

test("escapes data so that it can't end the script element", () => {
  const json = toScriptJson({ title: "</script><script>alert(1)</script><!--" });
  expect(json).not.toContain("<");
  expect(JSON.parse(json)).toEqual({ title: "</script><script>alert(1)</script><!--" });
});
