import { cleanup, screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { HomeData } from "../../data/home/queries.ts";
import {
  anEvent,
  blogPost,
  highlight,
  homeData,
  recentDonation,
  testimonial,
} from "../../testing/builders.ts";
import { fakeApi } from "../../testing/fake-api.ts";
import { logInAsVolunteer } from "../../testing/logging-in.ts";
import { renderApp } from "../../testing/render-app.tsx";

const visit = async (overrides: Partial<HomeData> = {}) => {
  const api = fakeApi({ "GET /api/home": { body: homeData(overrides) } });
  const view = renderApp("/");
  await screen.findByText("Branches served");
  return { ...api, ...view };
};

describe("the home page", () => {
  test("HOME-04: asks once for everything", async () => {
    const { calls } = await visit();
    expect(calls.map(({ key }) => key)).toEqual(["GET /api/home"]);
  });

  test("without a payment provider nobody is led into a form that cannot pay", async () => {
    await visit({ paymentProvider: null });
    expect(await screen.findByText(/Online giving isn’t set up yet/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Donate \$/ })).toBeNull();
  });

  test("HOME-06, HOME-12, HOME-18, HOME-19, HOME-20, HOME-21: anchors in their order", async () => {
    await visit();
    const anchors = ["home", "about", "programs", "volunteer", "impact"];
    const found = [...document.querySelectorAll("main [id]")]
      .map(({ id }) => id)
      .filter((id) => anchors.includes(id));
    expect(found).toEqual(anchors);
  });

  test("HOME-06, HOME-29: the ten sections in their order", async () => {
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

  test("HOME-14, HOME-41: the hero opens the volunteer application", async () => {
    const { user } = await visit();
    await user.click(screen.getByRole("button", { name: "Become a volunteer" }));
    expect(await screen.findByRole("dialog", { name: "Volunteer with us" })).toBeTruthy();
  });

  test("VDASH-03: Access Full Dashboard opens the volunteer login", async () => {
    const { user } = await visit();
    await user.click(screen.getByRole("button", { name: "Access Full Dashboard" }));
    expect(await screen.findByRole("dialog", { name: "Volunteer Login" })).toBeTruthy();
  });

  test("VDASH-03: with a session Access Full Dashboard leads there", async () => {
    logInAsVolunteer();
    await visit();
    const link = screen.getByRole("link", { name: "Access Full Dashboard" });
    expect(link.getAttribute("href")).toBe("/volunteer-dashboard");
  });

  test("upcoming events have a way to sign up: the shift for a volunteer, the section for others", async () => {
    const event = anEvent({ eventType: "Packing day" });
    const ways = async () => {
      await visit({ upcomingEvents: [event], recentEvents: [anEvent()] });
      return screen.getAllByRole("link", { name: /^Sign up for Packing day, / });
    };
    expect((await ways()).map((link) => link.getAttribute("href"))).toEqual(["/#volunteer"]);
    cleanup();
    logInAsVolunteer();
    expect((await ways()).map((link) => link.getAttribute("href"))).toEqual([
      `/volunteer-dashboard?shift=${event.id}`,
    ]);
  });

  test("HOME-41, BLOG-07: All news leads to the news, and Browse opens the list here", async () => {
    const { user } = await visit();
    const news = within(screen.getByRole("region", { name: "Programs and news" }));
    expect(news.getByRole("link", { name: "All news" }).getAttribute("href")).toBe("/news");
    fakeApi({ "GET /api/blog-posts/published": { body: [] } });
    await user.click(news.getByRole("button", { name: "Browse all posts" }));
    expect(await screen.findByRole("dialog", { name: "All news" })).toBeTruthy();
  });

  test("HOME-15: headline and core message come from the server", async () => {
    await visit();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("A light in the window");
    expect(screen.getByText("Fifty dollars fills one box.")).toBeTruthy();
  });

  test("HOME-16: impact numbers", async () => {
    await visit();
    for (const figure of ["48,216", "9,374", "61,480", "5,120"]) {
      expect(screen.getByText(figure)).toBeTruthy();
    }
  });

  test("HOME-18: header, content, image and items of the mission", async () => {
    const about = { imageUrl: "/images/table.jpg", imageAlt: "Boxes on a kitchen table" };
    await visit({ about: { ...homeData().about, ...about } });
    const mission = within(screen.getByRole("region", { name: "Our mission" }));
    expect(mission.getByText("Why we pack boxes")).toBeTruthy();
    expect(mission.getByText("It began at a kitchen table.")).toBeTruthy();
    expect(mission.getByRole("img", { name: about.imageAlt }).getAttribute("src")).toBe(
      about.imageUrl,
    );
    expect(mission.getByText("Overseas")).toBeTruthy();
    expect(mission.getByText("Socks, coffee and a note.")).toBeTruthy();
  });

  test("HOME-27, HOME-28: branch and program counts are the server's", async () => {
    await visit();
    const branch = screen.getByText("Army").closest("li");
    expect(branch?.textContent).toBe("Army1,925 packages");
    expect(screen.getByText("3,149")).toBeTruthy();
  });

  test("HOME-25: three recent donors", async () => {
    const donors = ["Ann", "Ben", "Cem", "Dee"].map((firstName) =>
      recentDonation({ firstName, lastName: "K." }),
    );
    await visit({ recentDonations: donors });
    const items = within(screen.getByRole("list", { name: "Recent donors" })).getAllByRole(
      "listitem",
    );
    expect(items.map(({ textContent }) => textContent?.slice(0, 6))).toEqual([
      "Ann K.",
      "Ben K.",
      "Cem K.",
    ]);
  });

  test("HOME-30: the month's progress, with buttons that lead to #home", async () => {
    await visit();
    expect(screen.getByRole("progressbar").getAttribute("value")).toBe("73");
    expect(screen.getByText("110")).toBeTruthy();
    const tracker = screen.getByRole("region", { name: "Help us reach this month’s goal" });
    const links = within(tracker).getAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["/#home", "/#home"]);
  });

  test("HOME-31: progress is capped at 100%", async () => {
    await visit({ monthlyProgress: { monthName: "November", total: 99_999, monthlyGoal: 100 } });
    expect(screen.getByRole("progressbar").getAttribute("value")).toBe("100");
  });

  test("BLOG-02, BLOG-04: posts with an excerpt and a read time", async () => {
    await visit({ blogPosts: [blogPost({ content: "word ".repeat(401) })], highlights: [] });
    const post = screen.getByRole("article");
    expect(post.textContent).toContain("3 min read");
    const shown = /(word ?)+…/.exec(post.textContent ?? "")?.[0] ?? "";
    expect(shown.length).toBeLessThanOrEqual(101);
  });

  test("BLOG-05: a post opens in a reader", async () => {
    const { user } = await visit();
    await user.click(screen.getByRole("button", { name: "What goes into a winter box" }));
    const reader = await screen.findByRole("dialog", { name: "What goes into a winter box" });
    expect(within(reader).getByText("Warm socks, always.")).toBeTruthy();
  });

  test("TEST-02: stories with an excerpt of 120 characters", async () => {
    await visit({ testimonials: [testimonial({ content: "a".repeat(150) })] });
    expect(screen.getByText(`“${"a".repeat(120)}…”`)).toBeTruthy();
    expect(screen.getByText("Rated 4 out of 5")).toBeTruthy();
  });

  test("EVT-03: upcoming and finished events", async () => {
    await visit({ upcomingEvents: [anEvent({ eventType: "Fundraiser" })], recentEvents: [] });
    expect(screen.getByText("Fundraiser")).toBeTruthy();
    expect(screen.getByText(/9:00 AM – 12:30 PM/)).toBeTruthy();
    expect(screen.getByText("No past events yet")).toBeTruthy();
  });

  test("HIGH-01, HIGH-03: the first three highlights", async () => {
    await visit({ highlights: ["A", "B", "C", "D"].map((title) => highlight({ title })) });
    const headings = screen.getAllByRole("heading", { level: 4, name: /^[A-D]$/ });
    expect(headings.map(({ textContent }) => textContent)).toEqual(["A", "B", "C"]);
  });
});

describe("when the API fails", () => {
  test("every section says so, and giving still works", async () => {
    fakeApi({ "GET /api/home": { status: 503, body: { message: "Down" } } });
    renderApp("/");
    expect(await screen.findByText("We couldn't load the impact numbers")).toBeTruthy();
    expect(screen.getByText("We couldn't load this month's progress")).toBeTruthy();
    expect(screen.getByRole("button", { name: /^Donate \$50/ })).toBeTruthy();
  });

  test("Try again asks again", async () => {
    let isUp = false;
    fakeApi({ "GET /api/home": () => (isUp ? { body: homeData() } : { status: 503 }) });
    const { user } = renderApp("/");
    const [retry] = await screen.findAllByRole("button", { name: "Try again" });
    isUp = true;
    await user.click(retry!);
    expect(await screen.findByText("Branches served")).toBeTruthy();
  });
});
