import { act, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { expectLogged } from "../testing/logged-errors.ts";
import { lazySection } from "./lazy-section.tsx";

const OPTIONS = { label: "The form: loading", className: "h-10" };

/** Replaces IntersectionObserver, so that the test decides when the section comes near the screen. */
const fakeScrolling = () => {
  let report: (entries: readonly { readonly isIntersecting: boolean }[]) => void = () => undefined;
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(callback: typeof report) {
        report = callback;
      }
      observe() {
        report([{ isIntersecting: false }]);
      }
      disconnect() {
        report = () => undefined;
      }
    },
  );
  return () => report([{ isIntersecting: true }]);
};

test("loads a section's code when the section comes near the screen", async () => {
  const scrollNear = fakeScrolling();
  const load = vi.fn(async () => () => <p>Here it is</p>);
  const Section = lazySection(load, OPTIONS);
  render(<Section />);
  expect(screen.getByText("The form: loading")).toBeTruthy();
  expect(load).not.toHaveBeenCalled();
  act(scrollNear);
  expect(await screen.findByText("Here it is")).toBeTruthy();
});

test("shows an error only in the section whose code doesn't load", async () => {
  const scrollNear = fakeScrolling();
  const Section = lazySection(() => Promise.reject(new Error("offline")), OPTIONS);
  render(
    <>
      <p>The rest</p>
      <Section />
    </>,
  );
  act(scrollNear);
  expect(await screen.findByText("We couldn't load this part of the page")).toBeTruthy();
  expect(screen.getByText("The rest")).toBeTruthy();
  expectLogged("A section could not be shown");
});
