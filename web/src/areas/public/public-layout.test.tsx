import { act, screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { HomeData } from "#data/home/queries.ts";
import { homeData } from "#testing/builders.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { logInAsVolunteer } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const visit = async (overrides: Partial<HomeData> = {}, route = "/no-such-page") => {
  fakeApi({ "GET /api/home": { body: homeData(overrides) } });
  const view = renderApp(route);
  await screen.findByText("Page Not Found");
  return view;
};

describe("the header", () => {
  test("HOME-07, HOME-08, HOME-11: has the logo and links to the sections", async () => {
    await visit();
    const header = screen.getByRole("banner");
    const links = within(header).getAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "/",
      "/#home",
      "/#about",
      "/#programs",
      "/#volunteer",
      "/#impact",
      "/who-we-are",
      "/news",
      "/donate",
    ]);
    expect(header.className).toContain("sticky");
  });

  test("HOME-09: opens the login from Volunteer Login", async () => {
    const { user } = await visit();
    await user.click(screen.getByRole("button", { name: "Volunteer Login" }));
    expect(await screen.findByRole("dialog", { name: "Volunteer Login" })).toBeTruthy();
  });

  test("HOME-09: links to the dashboard for a logged-in volunteer, including in the menu", async () => {
    logInAsVolunteer();
    const { user } = await visit();
    expect(screen.queryByRole("button", { name: "Volunteer Login" })).toBeNull();
    const link = within(screen.getByRole("banner")).getByRole("link", { name: "My Dashboard" });
    expect(link.getAttribute("href")).toBe("/volunteer-dashboard");
    await user.click(screen.getByRole("button", { name: "Open menu" }));
    const menu = await screen.findByRole("dialog", { name: "Menu" });
    expect(within(menu).queryByRole("button", { name: "Volunteer Login" })).toBeNull();
    const dashboardLink = within(menu).getByRole("link", { name: "My Dashboard" });
    expect(dashboardLink.getAttribute("href")).toBe("/volunteer-dashboard");
  });

  test("HOME-09: offers the login again after a logout in another tab", async () => {
    logInAsVolunteer();
    await visit();
    localStorage.clear();
    act(() => void dispatchEvent(new StorageEvent("storage")));
    expect(screen.getByRole("button", { name: "Volunteer Login" })).toBeTruthy();
  });

  test("has the section links in the menu, which closes after a click", async () => {
    const { user } = await visit();
    await user.click(screen.getByRole("button", { name: "Open menu" }));
    const menu = await screen.findByRole("dialog", { name: "Menu" });
    const links = within(menu).getAllByRole("link");
    expect(links.map((link) => `${link.textContent} ${link.getAttribute("href")}`)).toEqual([
      "Home /#home",
      "About /#about",
      "Programs /#programs",
      "Volunteer /#volunteer",
      "Impact /#impact",
      "Who we are /who-we-are",
      "News /news",
    ]);
    await user.click(within(menu).getByRole("link", { name: "Impact" }));
    expect(screen.queryByRole("dialog", { name: "Menu" })).toBeNull();
  });
});

describe("the footer", () => {
  test("HOME-33, HOME-34, HOME-35, HOME-36: links to the sections, to giving and to the legal pages", async () => {
    await visit();
    const footer = screen.getByRole("contentinfo");
    const getLinks = (name: string) =>
      within(within(footer).getByRole("navigation", { name }))
        .getAllByRole("link")
        .map((link) => `${link.textContent} ${link.getAttribute("href")}`);
    expect(getLinks("Quick links")).toEqual([
      "About us /#about",
      "Who we are /who-we-are",
      "Programs /#programs",
      "Volunteer /#volunteer",
      "Impact /#impact",
      "News /#programs",
      "All news /news",
    ]);
    expect(getLinks("Giving")).toEqual(["Donate /donate", "Gifts and receipts /manage-gift"]);
    expect(getLinks("Legal")).toEqual([
      "Privacy Policy /privacy-policy",
      "Terms of Service /terms-of-service",
      "Financial Reports /financial-reports",
    ]);
    expect(within(footer).getAllByRole("link")[0]?.getAttribute("href")).toBe("/");
  });

  test("HOME-37: links to four social networks, in new tabs", async () => {
    await visit();
    const links = await screen.findAllByRole("link", { name: /opens in a new tab/ });
    expect(links).toHaveLength(4);
    for (const link of links) {
      expect(link.getAttribute("target")).toBe("_blank");
      expect(link.getAttribute("rel")).toContain("noopener");
    }
  });

  test("HOME-37: doesn't link to a network the organization isn't on", async () => {
    await visit({ settings: { ...homeData().settings, xUrl: null, youtubeUrl: null } });
    const links = await screen.findAllByRole("link", { name: /opens in a new tab/ });
    expect(links.map((link) => link.getAttribute("aria-label"))).toEqual([
      "Facebook (opens in a new tab)",
      "Instagram (opens in a new tab)",
    ]);
  });

  test("HOME-38: shows the contact info", async () => {
    await visit();
    const footer = screen.getByRole("contentinfo");
    expect(await within(footer).findByText("(817) 555-0142")).toBeTruthy();
    expect(within(footer).getByText(/EIN\) 00-0142536/)).toBeTruthy();
  });

  test("HOME-39: shows built-in contact info if none is set", async () => {
    await visit({ contactInfo: null });
    const footer = screen.getByRole("contentinfo");
    expect(await within(footer).findByText("(555) 010-0100")).toBeTruthy();
    expect(within(footer).getByText("Care Packages for Heroes")).toBeTruthy();
  });

  test("HOME-40: opens the administrator login from a button with an accessible name", async () => {
    const { user } = await visit();
    await user.click(screen.getByRole("button", { name: "Administrator login" }));
    expect(await screen.findByRole("dialog", { name: "Administrator Login" })).toBeTruthy();
  });
});

test("HOME-05: Page Not Found has plain links to existing pages and a plain news search form", async () => {
  await visit();
  const main = within(screen.getByRole("main"));
  await main.findByText("hello@example.org");
  expect(main.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "/",
    "/donate",
    "/#volunteer",
    "/news",
    "mailto:hello@example.org",
  ]);
  const searchField = main.getByRole("searchbox", { name: "Search the news" });
  expect(searchField.getAttribute("name")).toBe("search");
  expect(searchField.closest("form")?.getAttribute("action")).toBe("/news");
});
