import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { homeData } from "#testing/builders.ts";
import { fakeApi, type FakeResponse } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { renderApp } from "#testing/render-app.tsx";

const OPT_OUT_ENDPOINT = "POST /api/news-opt-outs/:token" as const;
const TOKEN = `7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c15.${"a".repeat(64)}`;
const BUTTON_LABEL = "Turn them off";

const openPage = (hash: string, response: FakeResponse = { body: { message: "Done." } }) => {
  const api = fakeApi({ "GET /api/home": { body: homeData() }, [OPT_OUT_ENDPOINT]: response });
  return { ...api, ...renderApp(`/stop-news${hash}`) };
};

test("the page for emails about new events changes nothing before a click, then says what it did", async () => {
  const { press, callsOf } = openPage(`#token=${TOKEN}`);
  await screen.findByRole("button", { name: BUTTON_LABEL });
  expect(callsOf(OPT_OUT_ENDPOINT)).toEqual([]);
  await press(BUTTON_LABEL);
  expect(await screen.findByText(/^We won't email you about new events anymore/)).toBeTruthy();
  expect(callsOf(OPT_OUT_ENDPOINT).map(({ url }) => url)).toEqual([`/api/news-opt-outs/${TOKEN}`]);
});

test("the page for emails about new events says what is wrong with an invalid link", async () => {
  const message = "This link doesn't work.";
  const { press } = openPage(`#token=${TOKEN}`, {
    status: 404,
    body: { code: "news_link_invalid", message },
  });
  await press(BUTTON_LABEL);
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.getByRole("button", { name: BUTTON_LABEL })).toBeTruthy();
  expectLogged("Emails could not be stopped");
});

test.each(["", "#token=x", `#token=${TOKEN.slice(0, 60)}`])(
  "the page for emails about new events has no button for the incomplete link %s",
  async (hash) => {
    openPage(hash);
    expect(await screen.findByText("This link is incomplete")).toBeTruthy();
    expect(screen.queryByRole("button", { name: BUTTON_LABEL })).toBeNull();
  },
);
