import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { longDate } from "#lib/format.ts";
import type { HomeData } from "#data/home/queries.ts";
import { homeData } from "#testing/builders.ts";
import { fakeApi, type FakeResponse } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render-app.tsx";

const visit = (route: string, response: FakeResponse, home: Partial<HomeData> = {}) => {
  const api = fakeApi({
    "GET /api/home": { body: homeData(home) },
    "GET /api/legal-content/:key": response,
  });
  return { ...api, ...renderApp(route) };
};

const EMPTY_TEXT_RESPONSE: FakeResponse = { body: { content: "", updatedAt: null } };

describe("legal pages", () => {
  test.each([
    ["/privacy-policy", "Privacy Policy", "privacy_policy"],
    ["/terms-of-service", "Terms of Service", "terms_policy"],
  ])(
    "LEGAL-01, LEGAL-02, LEGAL-03, LEGAL-10, LEGAL-14: fetch the text of %s and show its title",
    async (route, title, key) => {
      const { calls } = visit(route, EMPTY_TEXT_RESPONSE);
      expect(await screen.findByRole("heading", { level: 1, name: title })).toBeTruthy();
      await waitFor(() =>
        expect(calls.map(({ url }) => url)).toContain(`/api/legal-content/${key}`),
      );
    },
  );

  test("LEGAL-04: show the stored date in the long US format", async () => {
    visit("/privacy-policy", {
      body: { content: "<p>Stored text</p>", updatedAt: "2026-03-04T12:00:00Z" },
    });
    await waitFor(() =>
      expect(screen.getByText(/^Last updated/).textContent).toBe("Last updated: March 4, 2026"),
    );
  });

  test("LEGAL-04: show today's date if none is stored", async () => {
    visit("/privacy-policy", EMPTY_TEXT_RESPONSE);
    expect((await screen.findByText(/^Last updated/)).textContent).toBe(
      `Last updated: ${longDate(new Date())}`,
    );
  });

  test("LEGAL-05: sanitize the stored HTML", async () => {
    visit("/privacy-policy", {
      body: {
        content:
          '<h1>Ours</h1><p onclick="x()">Stored <b>text</b></p><script>x()</script><img src=x onerror=x()><a href="javascript:x()">bad</a><a href="https://example.org">good</a>',
        updatedAt: null,
      },
    });
    const text = (await screen.findByText(/Stored/)).parentElement!;
    expect(text.innerHTML).toBe(
      '<h2>Ours</h2><p>Stored <b>text</b></p><a>bad</a><a href="https://example.org">good</a>',
    );
  });

  test("LEGAL-06, LEGAL-07: the built-in privacy policy covers all topics", async () => {
    visit("/privacy-policy", EMPTY_TEXT_RESPONSE);
    expect(await screen.findByText("Information we collect")).toBeTruthy();
    const topics = screen
      .getAllByRole("heading", { level: 2 })
      .map((heading) => heading.textContent);
    for (const topic of [
      "How we use information",
      "How we share information",
      "Security",
      "Your rights",
      "Cookies and local storage",
      "Children under 13",
      "Changes to this policy",
      "Contact",
    ]) {
      expect(topics).toContain(topic);
    }
  });

  test("LEGAL-06, LEGAL-08: the built-in terms cover all topics", async () => {
    visit("/terms-of-service", EMPTY_TEXT_RESPONSE);
    expect(await screen.findByText("Acceptance of these terms")).toBeTruthy();
    const text = screen.getByRole("article").textContent ?? "";
    for (const topic of [
      "Description of the service",
      "Donations",
      "Volunteers",
      "Conduct",
      "Privacy",
      "Intellectual property",
      "Disclaimers",
      "Indemnification",
      "Termination",
      "Changes to these terms",
      "Tarrant County, Texas",
      "Contact",
    ]) {
      expect(text).toContain(topic);
    }
  });

  test.each(["/privacy-policy", "/terms-of-service"])(
    "LEGAL-09: show placeholders at the end of %s if there are no contact details",
    async (route) => {
      visit(route, EMPTY_TEXT_RESPONSE, { contactInfo: null });
      const article = within(await screen.findByRole("article"));
      await article.findByRole("heading", { name: "Contact" });
      const details = article.getByRole("link", { name: "hello@example.org" }).closest("address");
      for (const placeholder of [
        "100 Main Street, Fort Worth, TX 76102",
        "Email: hello@example.org",
        "Phone: (555) 010-0100",
        "Tax ID (EIN): 00-0000000",
      ]) {
        expect(details?.textContent).toContain(placeholder);
      }
    },
  );

  test("show an error and the built-in text if loading fails", async () => {
    visit("/privacy-policy", { status: 503 });
    expect(await screen.findByText("We couldn't load the current text")).toBeTruthy();
    expect(screen.getByText("Information we collect")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
  });
});
