import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";
import { PALETTE_ACTIONS } from "./palette-actions.ts";
import { listRegisteredSections, panelSubpath, sectionSubpath } from "./sections.ts";

beforeEach(() => {
  logInAsAdmin();
  // Requests stay pending, because other tests check the panels' content.
  vi.stubGlobal("fetch", () => new Promise(() => {}));
});

const panels = listRegisteredSections().flatMap(({ name, ...section }) =>
  section.panels.map((panel) => ({
    section: section.label,
    panel: panel.label,
    path: ["/dashboard", panelSubpath(name, section, panel)].filter(Boolean).join("/"),
    navigation: section.panels.length === 1 ? "Sections" : section.label,
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
  if (section !== "Settings") return;
  await waitFor(() => expect(container.querySelector("main h2")?.textContent).toBe(panel));
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

/** The editor of posts asks the server for drafts before it shows its form. */
const openedForms = PALETTE_ACTIONS.filter(
  ({ path }) => /[/=]new$/.test(path) && path !== "blogs/new",
);

test.each(openedForms)("“$label” in the palette opens a form ($path)", async ({ path }) => {
  const { container } = renderApp(`/dashboard/${path}`);
  await waitFor(() => expect(container.querySelector("main form:not([role=search])")).toBeTruthy());
});
