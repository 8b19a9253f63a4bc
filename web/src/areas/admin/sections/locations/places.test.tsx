import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { aLocation } from "#testing/builders.ts";
import { fakeApi, pagesOf, type FakeCall } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const openPage = (overrides: Parameters<typeof fakeApi>[0]) => {
  const api = fakeApi({
    "GET /api/home": { status: 503 },
    "GET /api/locations": pagesOf([
      aLocation({ name: "Readiness Center", city: "Killeen", state: "TX" }),
    ]),
    "POST /api/locations": ({ body }: FakeCall) => ({ body: aLocation(body as object) }),
    "GET /api/zip-lookup": { body: { isKnown: true } },
    ...overrides,
  });
  const getField = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
  return { ...api, ...renderApp("/dashboard/locations"), getField };
};

beforeEach(() => logInAsAdmin());

describe("VAPP-13, DATA-08: a form with a place", () => {
  test.each([
    ["Texas", "02138", "ZIP code 02138 is in Massachusetts (MA), not in Texas (TX)."],
    ["ae", "76102", "ZIP code 76102 is in Texas (TX), not in Armed Forces Europe (AE)."],
    ["Texaz", "76102", "We don't know the state “Texaz”."],
  ])("asks about %s with ZIP code %s, and saves it anyway", async (state, zip, question) => {
    const { callsOf, press, type } = openPage({ "GET /api/zip-lookup/:zip": { status: 404 } });
    await press("Add location");
    await type(/^Location name/, "Pier 7");
    await type(/^Contact person/, "Sgt. Cole");
    await type(/^Address/, "7 Dock Road");
    await type(/^ZIP code/, zip);
    await screen.findByText(/We couldn't find a city for this ZIP code/);
    await type(/^State/, state);
    await press("Add location");
    expect(await screen.findByText(question)).toBeTruthy();
    expect(callsOf("POST /api/locations")).toHaveLength(0);
    await press("Save it anyway");
    await waitFor(() => expect(callsOf("POST /api/locations")).toHaveLength(1));
    expectLogged("ZIP lookup failed");
  });

  test("takes a state's name as its code, and says beside the city if the state doesn't have it", async () => {
    const { callsOf, press, type, getField } = openPage({
      "GET /api/zip-lookup": { body: { isKnown: false } },
    });
    await press("Add location");
    await type(/^Location name/, "Pier 7");
    await type(/^Contact person/, "Sgt. Cole");
    await type(/^Address/, "7 Dock Road");
    await type(/^State/, "Tex.");
    await type(/^City/, "Zyxville");
    expect(getField(/^State/).value).toBe("TX");
    expect(await screen.findByText(/^We don't know a city of this name in TX/)).toBeTruthy();
    await press("Add location");
    await waitFor(() =>
      expect(callsOf("POST /api/locations")[0]?.body).toMatchObject({
        state: "TX",
        city: "Zyxville",
      }),
    );
  });
});

test("threat 52: the form for a delivery says beside the city that visitors see only the state", async () => {
  const { press, type, callsOf } = openPage({
    "GET /api/zip-lookup": ({ url }: FakeCall) => ({
      body: { isKnown: new URL(url, "http://x").searchParams.get("city") === "Killeen" },
    }),
  });
  await press("Log delivery to Readiness Center");
  await waitFor(() => expect(callsOf("GET /api/zip-lookup")).toHaveLength(1));
  expect(screen.queryByText(/visitors see only/)).toBeNull();
  await type(/^City/, "x");
  expect(await screen.findByText(/so visitors see only TX/)).toBeTruthy();
});
