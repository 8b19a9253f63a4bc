import type { ReactElement } from "react";
import { expect, test } from "vitest";
import { homeData } from "#testing/builders.ts";
import { DialogOpener } from "#testing/dialog-opener.tsx";
import { fakeApi } from "#testing/fake-api.ts";
import { findLoginField } from "#testing/login-name.ts";
import { renderApp, renderInApp } from "#testing/render-app.tsx";
import { ApplicationDialog } from "./volunteer-application/application-dialog.tsx";
import { VolunteerFormDialog } from "./volunteer-application/volunteer-form-dialog.tsx";

const EMAIL = "june+box@example.org";
const ENCODED_EMAIL = encodeURIComponent(EMAIL);

const fillApplication = (dialog: ReactElement) => async () => {
  const { type } = renderInApp(dialog);
  await type("Email", EMAIL);
  await type(/^Phone/, "555-010-1234");
};

test.each([
  [
    "the application from the hero",
    fillApplication(<DialogOpener dialog={(props) => <ApplicationDialog {...props} />} />),
  ],
  [
    "the application from the section",
    fillApplication(<DialogOpener dialog={(props) => <VolunteerFormDialog {...props} />} />),
  ],
  ["an activation", () => renderApp(`/activate#token=abc&email=${ENCODED_EMAIL}`)],
  ["a reset", () => renderApp(`/reset-password?token_hash=abc#email=${ENCODED_EMAIL}`)],
])("%s tells password managers that the email is the login, and not the phone", async (_, open) => {
  fakeApi({ "GET /api/home": { body: homeData() } });
  await open();
  expect(await findLoginField()).toEqual(["username", EMAIL]);
  expect(document.querySelectorAll("[autocomplete='username']")).toHaveLength(1);
});
