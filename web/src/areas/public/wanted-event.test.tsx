import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { anUpcomingEvent, checkoutTerms, homeData } from "#testing/builders.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render-app.tsx";

const event = anUpcomingEvent({ eventType: "Care Package Assembly", date: "2099-12-05" });

const signUp = async () => {
  const api = fakeApi({
    "GET /api/home": { body: homeData({ upcomingEvents: [event] }) },
    "GET /api/checkout": { body: checkoutTerms() },
    "POST /api/volunteer-applications": { status: 201, body: { message: "Thank you." } },
  });
  const view = renderApp("/");
  await view.user.click(
    await screen.findByRole("link", {
      name: "Sign up for Care Package Assembly, Saturday, December 5, 2099",
    }),
  );
  return { ...api, ...view };
};

const section = () => within(screen.getByRole("region", { name: "Volunteer" }));

const EVENT_TITLE = "Care Package Assembly, Saturday, December 5, 2099";

const openApplicationForm = async (user: Awaited<ReturnType<typeof signUp>>["user"]) => {
  await user.click(section().getByRole("button", { name: "Apply to volunteer" }));
  return within(await screen.findByRole("dialog", { name: "Apply to volunteer" }));
};

test("Sign up on the home page keeps the event for the application, and says so", async () => {
  const { user, callsOf } = await signUp();
  await screen.findAllByText(EVENT_TITLE);
  const note = "Apply or log in to sign up. We'll keep this event for you.";
  expect(screen.getAllByText(note).length).toBeGreaterThan(0);
  const dialog = await openApplicationForm(user);
  expect(dialog.getByText(/We'll tell our coordinator that you'd like/)).toBeTruthy();
  await user.type(dialog.getByLabelText("Full name"), "Grace Turner");
  await user.type(dialog.getByLabelText("Email"), "grace@example.org");
  await user.type(dialog.getByLabelText("Password"), "secret 1");
  await user.selectOptions(dialog.getByLabelText("Availability"), "Weekends");
  await user.click(dialog.getByRole("button", { name: "Apply to volunteer" }));
  await waitFor(() =>
    expect(callsOf("POST /api/volunteer-applications")[0]?.body).toMatchObject({
      wantedEventId: event.id,
    }),
  );
});

test("the event is forgotten if the visitor doesn't want it anymore", async () => {
  const { user } = await signUp();
  await screen.findAllByText(EVENT_TITLE);
  const dialog = await openApplicationForm(user);
  await user.click(dialog.getByRole("button", { name: "Not this one" }));
  expect(dialog.queryByText(/We'll tell our coordinator/)).toBeNull();
});
