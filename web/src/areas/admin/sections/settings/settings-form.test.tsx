import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { fakeApi } from "#testing/fake-api.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";
import { donationSettings, openingBalances } from "#testing/settings-builders.ts";

beforeEach(() => logInAsAdmin(1, ["settings"]));

test.each([
  ["organization", {}, []],
  ["giving", {}, []],
  ["organization", { isTimeZoneConfirmed: false }, ["Save time zone"]],
  ["giving", { isGivingConfirmed: false }, ["Save giving settings"]],
])("in Settings › %s, with %j, only these forms can be saved untouched: %j", async (...row) => {
  const [panel, overrides, expected] = row;
  let settings = donationSettings(overrides);
  const { callsOf } = fakeApi({
    "GET /api/home": { status: 503 },
    "GET /api/impact-stats/opening-balances": { body: openingBalances() },
    "GET /api/settings": () => ({ body: settings }),
    "PUT /api/settings": () => {
      settings = donationSettings();
      return { body: settings };
    },
  });
  const { press } = renderApp(`/dashboard/settings/${panel}`);
  const readNames = async () =>
    (await screen.findAllByRole("button", { name: /^Save / }))
      .filter((button) => button.getAttribute("aria-disabled") !== "true")
      .map((button) => button.textContent);
  await screen.findAllByRole("form");
  expect(screen.getAllByRole("button", { name: /^Save / }).length).toBeGreaterThan(2);
  expect(await readNames()).toEqual(expected);
  const note = /^Nobody has confirmed this yet/;
  expect(screen.queryAllByText(note)).toHaveLength(expected.length);
  for (const label of expected) {
    await press(label);
    await waitFor(() => expect(screen.queryByText(note)).toBeNull());
    expect(callsOf("PUT /api/settings")).toHaveLength(1);
    expect(await readNames()).toEqual([]);
  }
});
