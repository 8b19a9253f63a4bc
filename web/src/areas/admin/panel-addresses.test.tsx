import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";
import { listRegisteredSections, sectionSubpath } from "./sections.ts";

beforeEach(() => {
  logInAsAdmin();
  // Requests stay pending, because other tests check the panels' content.
  vi.stubGlobal("fetch", () => new Promise(() => {}));
});

const panels = listRegisteredSections().flatMap(({ name, label: section, panels }) =>
  panels.map((panel, index) => ({
    section,
    panel: panel.label,
    path: ["/dashboard", sectionSubpath(name), index > 0 && panel.name].filter(Boolean).join("/"),
    navigation: panels.length === 1 ? "Sections" : section,
  })),
);

test.each(panels)("$path opens the panel $panel", async ({ path, panel, section, navigation }) => {
  const { container, currentPath } = renderApp(path);
  // Use CSS selectors, because queries by role would take most of the test's time.
  await waitFor(() => expect(container.querySelector("h1")?.textContent).toBe(section));
  expect(document.title).toBe(`${panel} · Admin Dashboard`);
  expect(currentPath()).toBe(path);
  const current = container.querySelector(`nav[aria-label="${navigation}"] [aria-current="page"]`);
  expect(current?.getAttribute("href")).toBe(path);
});

const collapsiblePanels = listRegisteredSections().flatMap(({ name, collapsiblePanels = {} }) =>
  Object.entries(collapsiblePanels).map(([panel, title]) => ({
    address: `/dashboard/${sectionSubpath(name)}?panel=${panel}`,
    title,
  })),
);

test.each(collapsiblePanels)("$address opens $title", async ({ address, title }) => {
  renderApp(address);
  const heading = await screen.findByText(title, { selector: "summary h2" });
  await waitFor(() => expect(heading.closest("details")?.open).toBe(true));
});
