import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { HomeData } from "#data/home/queries.ts";
import {
  anEvent,
  anUpcomingEvent,
  blogPost,
  checkoutTerms,
  highlight,
  homeData,
  recentDonation,
  testimonial,
} from "#testing/builders.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { logInAsVolunteer } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const visit = async (overrides: Partial<HomeData> = {}) => {
  const api = fakeApi({
    "GET /api/home": { body: homeData(overrides) },
    "GET /api/checkout": { body: checkoutTerms() },
  });
  const view = renderApp("/");
  await screen.findByText("Branches served");
  return { ...api, ...view };
};

describe("the home page", () => {
  test("HOME-04: loads everything with one request", async () => {
    const { calls } = await visit();
    expect(calls.map(({ key }) => key)).toEqual(["GET /api/home"]);
  });

  test("doesn't offer a payment form without a payment provider", async () => {
    await visit({ paymentProvider: null });
    expect(await screen.findByText(/Online giving isn't set up yet/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Donate \$/ })).toBeNull();
  });

  test("HOME-06, HOME-12, HOME-18, HOME-19, HOME-20, HOME-21: has the anchors in order", async () => {
    await visit();
    const anchors = ["home", "about", "programs", "volunteer", "impact"];
    const foundAnchors = [...document.querySelectorAll("main [id]")]
      .map(({ id }) => id)
      .filter((id) => anchors.includes(id));
    expect(foundAnchors).toEqual(anchors);
  });

  test("HOME-06, HOME-29: has its sections in order", async () => {
    await visit();
    const names = within(screen.getByRole("main"))
      .getAllByRole("region")
      .map((region) => region.getAttribute("aria-label") ?? region.getAttribute("aria-labelledby"))
      .filter((name) => name !== "donation-card-title");
    expect(names).toEqual([
      "Welcome",
      "Our impact in numbers",
      "Our mission",
      "Programs and news",
      "Volunteer",
      "Impact and stories",
      "Share your story",
      "progress-title",
    ]);
  });

  test("HOME-14, HOME-41: opens the volunteer application from the hero", async () => {
    const { user } = await visit();
    await user.click(screen.getByRole("button", { name: "Become a volunteer" }));
    expect(await screen.findByRole("dialog", { name: "Volunteer with us" })).toBeTruthy();
  });

  test("VDASH-03: opens the volunteer login from Access Full Dashboard", async () => {
    const { user } = await visit();
    await user.click(screen.getByRole("button", { name: "Access Full Dashboard" }));
    expect(await screen.findByRole("dialog", { name: "Volunteer Login" })).toBeTruthy();
  });

  test("VDASH-03: goes to the dashboard from Access Full Dashboard for a logged-in volunteer", async () => {
    logInAsVolunteer();
    await visit();
    const link = screen.getByRole("link", { name: "Access Full Dashboard" });
    expect(link.getAttribute("href")).toBe("/volunteer-dashboard");
  });

  test("links an upcoming event to its shift for a volunteer, and to the volunteer section for others", async () => {
    const event = anUpcomingEvent({ eventType: "Packing day" });
    const visitAndFindLinks = async () => {
      await visit({ upcomingEvents: [event], recentEvents: [anEvent()] });
      return screen.getAllByRole("link", { name: /^Sign up for Packing day, / });
    };
    expect((await visitAndFindLinks()).map((link) => link.getAttribute("href"))).toEqual([
      "/#volunteer",
    ]);
    cleanup();
    logInAsVolunteer();
    expect((await visitAndFindLinks()).map((link) => link.getAttribute("href"))).toEqual([
      `/volunteer-dashboard?shift=${event.id}`,
    ]);
  });

  test("offers the waiting list of an upcoming event that is full", async () => {
    await visit({ upcomingEvents: [anUpcomingEvent({ eventType: "Packing day", isFull: true })] });
    const link = screen.getByRole("link", { name: /^Join the waiting list for Packing day, / });
    expect(link.textContent).toBe("Waiting list");
    expect(screen.queryByRole("link", { name: /^Sign up for/ })).toBeNull();
  });

  test("HOME-41, BLOG-07: opens the news page from All news, and the list in a dialog from Browse", async () => {
    const { user } = await visit();
    const newsRegion = within(screen.getByRole("region", { name: "Programs and news" }));
    expect(newsRegion.getByRole("link", { name: "All news" }).getAttribute("href")).toBe("/news");
    fakeApi({ "GET /api/blog-posts/published": { body: [] } });
    await user.click(newsRegion.getByRole("button", { name: "Browse all posts" }));
    expect(await screen.findByRole("dialog", { name: "All news" })).toBeTruthy();
  });

  test("HOME-15: shows the server's headline and core message", async () => {
    await visit();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("A light in the window");
    expect(screen.getByText("Fifty dollars fills one box.")).toBeTruthy();
  });

  test("HOME-16: shows the impact numbers", async () => {
    await visit();
    for (const figure of ["48,216", "9,374", "61,480", "5,120"]) {
      expect(screen.getByText(figure)).toBeTruthy();
    }
  });

  test("HOME-18: shows the mission's header, content, image and items", async () => {
    const about = { imageUrl: "/images/table.jpg", imageAlt: "Boxes on a kitchen table" };
    await visit({ about: { ...homeData().about, ...about } });
    const missionRegion = within(screen.getByRole("region", { name: "Our mission" }));
    expect(missionRegion.getByText("Why we pack boxes")).toBeTruthy();
    expect(missionRegion.getByText("It began at a kitchen table.")).toBeTruthy();
    expect(missionRegion.getByRole("img", { name: about.imageAlt }).getAttribute("src")).toBe(
      about.imageUrl,
    );
    expect(missionRegion.getByText("Overseas")).toBeTruthy();
    expect(missionRegion.getByText("Socks, coffee and a note.")).toBeTruthy();
  });

  test("HOME-27, HOME-28: shows the server's branch and program counts", async () => {
    await visit();
    const branchItem = screen.getByText("Army").closest("li");
    expect(branchItem?.textContent).toBe("Army1,925 packages");
    expect(screen.getByText("3,149")).toBeTruthy();
  });

  test("HOME-25: shows three recent donors", async () => {
    const recentDonations = ["Ann", "Ben", "Cem", "Dee"].map((firstName) =>
      recentDonation({ firstName, lastName: "K." }),
    );
    await visit({ recentDonations });
    const items = within(screen.getByRole("list", { name: "Recent donors" })).getAllByRole(
      "listitem",
    );
    expect(items.map(({ textContent }) => textContent?.slice(0, 6))).toEqual([
      "Ann K.",
      "Ben K.",
      "Cem K.",
    ]);
  });

  test("HOME-30: shows the month's progress with links to #home", async () => {
    await visit();
    expect(screen.getByRole("progressbar").getAttribute("value")).toBe("73");
    expect(screen.getByText("110")).toBeTruthy();
    const tracker = screen.getByRole("region", { name: "Help us reach this month's goal" });
    const links = within(tracker).getAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["/#home", "/#home"]);
  });

  test.each([
    ["Fund a package", 50, "Donate $50"],
    ["Give monthly", 50, "Donate $50 a month"],
    ["Give monthly", 42.5, "Donate $43 a month"],
  ])(
    "HOME-32: %s chooses one package of $%s on the donation card and moves the focus to its button",
    async (name, packagePrice, label) => {
      const { user } = await visit({ settings: { ...homeData().settings, packagePrice } });
      // Pressed twice, because the visitor may have changed the choice in between.
      for (const amount of ["$25", "$100"]) {
        await user.click(screen.getByRole("radio", { name: new RegExp(`^\\${amount}(?!\\d)`) }));
        await user.click(screen.getByRole("link", { name }));
        const button = await screen.findByRole("button", { name: label });
        await waitFor(() => expect(document.activeElement).toBe(button));
        expect(location.hash).toBe("#home");
      }
      expect(screen.queryByRole("dialog")).toBeNull();
    },
  );

  test("the recent donors' button opens checkout in place for the price of a box", async () => {
    const { user } = await visit({ settings: { ...homeData().settings, packagePrice: 42.5 } });
    await user.click(screen.getByRole("link", { name: "Send a box, too" }));
    expect(await screen.findByRole("dialog", { name: "Your gift: $43" })).toBeTruthy();
  });

  test("HOME-32: leads to the donation card if there is no payment provider", async () => {
    const { user } = await visit({ paymentProvider: null });
    await user.click(screen.getByRole("link", { name: "Fund a package" }));
    expect(location.hash).toBe("#home");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("HOME-31: caps the progress at 100%", async () => {
    await visit({ monthlyProgress: { monthName: "November", total: 99_999, monthlyGoal: 100 } });
    expect(screen.getByRole("progressbar").getAttribute("value")).toBe("100");
  });

  test("BLOG-02, BLOG-04: shows posts with an excerpt and a reading time", async () => {
    await visit({ blogPosts: [blogPost({ content: "word ".repeat(401) })], highlights: [] });
    const post = screen.getByRole("article");
    expect(post.textContent).toContain("3 min read");
    const excerpt = /(word ?)+…/.exec(post.textContent ?? "")?.[0] ?? "";
    expect(excerpt.length).toBeLessThanOrEqual(101);
  });

  test("BLOG-05: opens a post in a dialog", async () => {
    const { user } = await visit();
    await user.click(screen.getByRole("button", { name: "What goes into a winter box" }));
    const postDialog = await screen.findByRole("dialog", { name: "What goes into a winter box" });
    expect(within(postDialog).getByText("Warm socks, always.")).toBeTruthy();
  });

  test("TEST-02: shows stories with an excerpt of 120 characters", async () => {
    await visit({ testimonials: [testimonial({ content: "a".repeat(150) })] });
    expect(screen.getByText(`“${"a".repeat(120)}…”`)).toBeTruthy();
    expect(screen.getByText("Rated 4 out of 5")).toBeTruthy();
  });

  test("EVT-03: shows upcoming and past events", async () => {
    await visit({
      upcomingEvents: [anUpcomingEvent({ eventType: "Fundraiser" })],
      recentEvents: [],
    });
    expect(screen.getByText("Fundraiser")).toBeTruthy();
    expect(screen.getByText(/9:00 AM – 12:30 PM/)).toBeTruthy();
    expect(screen.getByText("No past events yet")).toBeTruthy();
  });

  test("HIGH-01, HIGH-03: shows the first three highlights", async () => {
    await visit({ highlights: ["A", "B", "C", "D"].map((title) => highlight({ title })) });
    const headings = screen.getAllByRole("heading", { level: 4, name: /^[A-D]$/ });
    expect(headings.map(({ textContent }) => textContent)).toEqual(["A", "B", "C"]);
  });
});

describe("when the API fails", () => {
  test("sections show an error, and the donation form still works", async () => {
    fakeApi({ "GET /api/home": { status: 503, body: { message: "Down" } } });
    renderApp("/");
    expect(await screen.findByText("We couldn't load the impact numbers")).toBeTruthy();
    expect(screen.getByText("We couldn't load this month's progress")).toBeTruthy();
    expect(screen.getByRole("button", { name: /^Donate \$50/ })).toBeTruthy();
  });

  test("Try again fetches the data again", async () => {
    let isServerUp = false;
    fakeApi({ "GET /api/home": () => (isServerUp ? { body: homeData() } : { status: 503 }) });
    const { user } = renderApp("/");
    const [retryButton] = await screen.findAllByRole("button", { name: "Try again" });
    isServerUp = true;
    await user.click(retryButton!);
    expect(await screen.findByText("Branches served")).toBeTruthy();
  });
});
