import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { homeQuery } from "#data/home/queries.ts";
import { anUpcomingEvent, homeData } from "#testing/builders.ts";
import { createQueryClient } from "#app/query-client.ts";
import { renderInApp } from "#testing/render-app.tsx";
import { ApplicationSent } from "./application-sent.tsx";

test("VAPP-26: after applying, shows a picture, what happens next, the next three packing days and a Close button", async () => {
  const packingEvents = ["2026-12-05", "2026-12-12", "2026-12-19", "2026-12-26"].map((date) =>
    anUpcomingEvent({
      eventType: "Care Package Assembly",
      date,
      startTime: "09:00",
      endTime: "12:30",
    }),
  );
  const fundraiser = anUpcomingEvent({ eventType: "Fundraiser", date: "2026-12-01" });
  const volunteer = { imageUrl: "/images/v.jpg", imageAlt: "Volunteers at a table" };
  const queryClient = createQueryClient();
  queryClient.setQueryData(
    homeQuery.queryKey,
    homeData({
      upcomingEvents: [fundraiser, ...packingEvents],
      sections: { ...homeData().sections, volunteer },
    }),
  );
  const onClose = vi.fn<() => void>();
  const { user } = renderInApp(
    <ApplicationSent message="We'll get back to you in 2-3 business days." onClose={onClose} />,
    { queryClient },
  );
  expect(screen.getByRole("img", { name: "Volunteers at a table" })).toBeTruthy();
  expect(screen.getByText(/2-3 business days/)).toBeTruthy();
  expect(screen.getByRole("heading", { name: "What happens next" })).toBeTruthy();
  const packingDays = screen.getAllByText(
    /^Saturday, December \d+, 2026, 9:00 AM – 12:30 PM · 410 Lantern Street$/,
  );
  expect(packingDays).toHaveLength(3);
  expect(screen.queryByText(/December 1, 2026/)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(onClose).toHaveBeenCalledOnce();
});
