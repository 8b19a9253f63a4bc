import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { TimeZoneProvider } from "#lib/time/dates.tsx";
import { highlight, testimonial } from "#testing/builders.ts";
import { HighlightCard } from "./highlight-card.tsx";
import { TestimonialCard } from "./testimonial-card.tsx";

test("a story's caption is the last part of its figure", () => {
  render(
    <TestimonialCard testimonial={testimonial({ name: "Camila Ortega" })} text="A box came." />,
  );
  const figure = screen.getByRole("figure");
  expect(figure.lastElementChild?.tagName).toBe("FIGCAPTION");
  expect(figure.lastElementChild?.textContent).toContain("Camila Ortega");
});

test.each([
  ["“A box came.”", "“A box came.”"],
  ['"A box came…"', "“A box came…”"],
  ["“A box came,” she said.", "““A box came,” she said.”"],
  ["A box came.", "“A box came.”"],
])("the story %s is shown in one pair of quotation marks", (text, expected) => {
  render(<TestimonialCard testimonial={testimonial()} text={text} />);
  expect(document.querySelector("blockquote")?.textContent).toBe(expected);
});

test("a volunteer's first year is in the organization's time zone, and datetimes have millisecond precision", () => {
  const newYearHighlight = highlight({
    volunteerSince: "2026-01-01T03:00:00+00:00",
    createdAt: "2026-11-20T15:00:00.123456+00:00",
  });
  render(
    <TimeZoneProvider timeZone="America/Chicago">
      <HighlightCard highlight={newYearHighlight} heading="h3" />
    </TimeZoneProvider>,
  );
  expect(screen.getByRole("article").textContent).toContain("volunteer since 2025 · Nov 20, 2026");
  expect(screen.getByRole("time").getAttribute("datetime")).toBe("2026-11-20T15:00:00.123Z");
});
