import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { homeData } from "../testing/builders.ts";
import { fakeApi } from "../testing/fake-api.ts";
import { expectLogged } from "../testing/logged-errors.ts";
import { renderApp, renderInApp } from "../testing/render-app.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";

test("HOME-05: a path without a route is titled Page Not Found", async () => {
  fakeApi({ "GET /api/home": { body: homeData() } });
  renderApp("/no/such/page");
  expect(await screen.findByRole("heading", { level: 1, name: "Page Not Found" })).toBeTruthy();
  expect(document.title).toMatch(/^Page Not Found/);
});

test("a page that cannot be shown offers a way forward", () => {
  const Broken = () => {
    throw new Error("broken");
  };
  renderInApp(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByRole("button", { name: "Reload the page" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Go to the home page" })).toBeTruthy();
  expectLogged("A page could not be shown");
});
