import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { anUpcomingEvent, checkoutTerms, homeData } from "#testing/builders.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render-app.tsx";
import { takeReturnPath } from "#lib/session/return-path.ts";
import { forgetWantedEvent } from "./wanted-event.ts";

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

test("Sign up on the home page keeps the event for the application and for the next login", async () => {
  const { user, callsOf } = await signUp();
  expect(
    await section().findByText("Care Package Assembly, Saturday, December 5, 2099"),
  ).toBeTruthy();
  await user.click(section().getByRole("button", { name: "Apply to volunteer" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Apply to volunteer" }));
  expect(dialog.getByText("Care Package Assembly, Saturday, December 5, 2099")).toBeTruthy();
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
  // The application keeps the event from here on.
  await waitFor(() => expect(section().queryByText(/December 5, 2099$/)).toBeNull());
});

test("A login leads to the event, unless the visitor doesn't want it anymore", async () => {
  const { user } = await signUp();
  expect(takeReturnPath("volunteer")).toBe(`/volunteer-dashboard?shift=${event.id}`);
  await user.click(await section().findByRole("button", { name: "Not this one" }));
  expect(section().queryByText(/December 5, 2099$/)).toBeNull();
  await user.click(screen.getByRole("link", { name: /^Sign up for Care Package Assembly/ }));
  forgetWantedEvent();
  expect(takeReturnPath("volunteer")).toBeNull();
});
