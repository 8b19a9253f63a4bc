import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { homeData } from "../testing/builders.ts";
import { fakeApi } from "../testing/fake-api.ts";
import { expectLogged } from "../testing/logged-errors.ts";
import { logInAsAdmin, logInAsVolunteer } from "../testing/logging-in.ts";
import { renderApp, renderInApp } from "../testing/render-app.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";

test("HOME-05: shows Page Not Found at an unknown path", async () => {
  fakeApi({ "GET /api/home": { body: homeData() } });
  renderApp("/no/such/page");
  expect(await screen.findByRole("heading", { level: 1, name: "Page Not Found" })).toBeTruthy();
  expect(document.title).toMatch(/^Page Not Found/);
});

test.each([
  "/dashboard/nowhere",
  "/dashboard/donations/nowhere",
  "/dashboard/donations/payments/nowhere",
  "/dashboard/reports/nowhere",
  "/admin/nowhere",
  "/volunteer-dashboard/nowhere",
  "/volunteer-dashboard/certificate/nowhere",
  "/volunteer-dashboard/details/nowhere",
  "/manage-gift/nowhere",
  "/manage-gift/receipts",
  "/manage-gift/statements/2025/nowhere",
])("HOME-05: shows Page Not Found at %s, with or without a session", async (path) => {
  for (const logIn of [() => undefined, () => logInAsAdmin(), () => logInAsVolunteer()]) {
    logIn();
    fakeApi({ "GET /api/home": { body: homeData() } });
    const { currentPath, unmount } = renderApp(path);
    expect(await screen.findByRole("heading", { level: 1, name: "Page Not Found" })).toBeTruthy();
    expect(currentPath()).toBe(path);
    unmount();
  }
});

test("offers a reload and a link to the home page when a page fails to render", () => {
  const BrokenPage = () => {
    throw new Error("broken");
  };
  renderInApp(
    <ErrorBoundary>
      <BrokenPage />
    </ErrorBoundary>,
  );
  expect(screen.getByRole("button", { name: "Reload the page" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Go to the home page" })).toBeTruthy();
  expectLogged("A page could not be shown");
});
