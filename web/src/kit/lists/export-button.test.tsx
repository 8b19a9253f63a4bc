import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { adminApi } from "#testing/admin-api.ts";
import { advanceTime, stopClock, waitForAssertion } from "#testing/clock.ts";
import type { FakeCall, FakeResponse } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";
import { keepSavedFiles } from "#testing/saved-files.ts";

const LIST_PATH = "/dashboard/donations?q=nair";
const HEAD = "\uFEFFDate,Amount\r\n";
/** `text()` leaves out the byte order mark at the beginning. */
const readSaved = async () => `\uFEFF${await savedFiles[0]?.text()}`;
const WHOLE_TEXT = `${HEAD}2026-11-02,50.00\r\n2026-11-03,5.00\r\n2026-11-04,7.00\r\n`;

const firstPart: FakeResponse = {
  body: `${HEAD}2026-11-02,50.00\r\n2026-11-03,5.00\r\n`,
  part: { rowCount: 2, total: 3, nextCursor: "next" },
};
const lastPart: FakeResponse = { body: "2026-11-04,7.00\r\n", part: { rowCount: 1, total: 3 } };
const sessionEnded: FakeResponse = { status: 401, body: { message: "Please log in again." } };

const savedFiles = keepSavedFiles();
beforeEach(() => logInAsAdmin());

const isFirst = ({ url }: FakeCall) => !url.includes("cursor=");

/** Opens the donation list, and responds to the export with what `respond` returns. */
const openList = (respond: (call: FakeCall) => FakeResponse | Promise<FakeResponse>) => {
  const { callsOf } = adminApi({ "GET /api/donations/export": respond });
  const { user, unmount } = renderApp(LIST_PATH);
  const find = (name: string) =>
    vi.isFakeTimers()
      ? waitForAssertion(() => screen.getByRole("button", { name }))
      : screen.findByRole("button", { name });
  const press = async (name: string) => user.click(await find(name));
  const listQueries = () =>
    callsOf("GET /api/donations/export").map(({ url }) =>
      Object.fromEntries(new URL(url, "http://site.test").searchParams),
    );
  return { user, unmount, press, listQueries };
};

/** A response that the test sends later. */
const createPending = () => {
  const { promise, resolve } = Promise.withResolvers<FakeResponse>();
  return { promise, resolve };
};

const warnsOnClose = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

describe("exporting a list", () => {
  test("ADON-10: joins the parts to one file, and shows how many rows have arrived", async () => {
    const pending = createPending();
    const page = openList((call) => (isFirst(call) ? firstPart : pending.promise));
    await page.press("Export");
    await page.press("Download");
    expect(await screen.findByText("2 of 3 donations. Keep this page open.")).toBeTruthy();
    const bar = screen.getByRole<HTMLProgressElement>("progressbar", {
      name: "Exporting donations",
    });
    expect([bar.value, bar.max]).toEqual([2, 3]);
    expect(warnsOnClose()).toBe(true);
    pending.resolve(lastPart);
    expect(await screen.findByText("Rows in the file: 3")).toBeTruthy();
    expect(await readSaved()).toBe(WHOLE_TEXT);
    expect(savedFiles).toHaveLength(1);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(warnsOnClose()).toBe(false);
    expect(page.listQueries()).toEqual([
      { search: "nair", sort: "-createdAt" },
      { search: "nair", sort: "-createdAt", cursor: "next" },
    ]);
  });

  test("asks for totals only if they are chosen", async () => {
    const page = openList(() => ({ ...lastPart, part: { rowCount: 1, total: 1 } }));
    await page.press("Export");
    await page.user.click(screen.getByRole("checkbox", { name: "Add totals at the end" }));
    await page.press("Download");
    await waitFor(() => expect(savedFiles).toHaveLength(1));
    expect(page.listQueries()).toEqual([{ search: "nair", sort: "-createdAt", totals: "true" }]);
  });

  test("says that the list has changed in the meantime", async () => {
    const page = openList((call) =>
      isFirst(call) ? firstPart : { body: "", part: { rowCount: 0, total: 2 } },
    );
    await page.press("Export");
    await page.press("Download");
    expect(
      await screen.findByText(
        "The list changed in the meantime. At first, it had 3 rows. The file has 2.",
      ),
    ).toBeTruthy();
  });

  test("stops when it's canceled, and saves nothing", async () => {
    const page = openList((call) => (isFirst(call) ? firstPart : createPending().promise));
    await page.press("Export");
    await page.press("Download");
    await screen.findByText("2 of 3 donations. Keep this page open.");
    await page.press("Cancel");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(document.activeElement?.textContent).toBe("Export");
    await page.press("Export");
    expect(screen.getByRole("button", { name: "Download" })).toBeTruthy();
    expect(savedFiles).toEqual([]);
  });

  test.each([
    ["in a row", 20],
    ["at the end of a row", HEAD.length + "2026-11-02,50.00\r\n".length],
    ["before the first byte", 0],
  ])("threat 29: offers no file if a gateway cuts a part %s, and continues", async (_, length) => {
    stopClock();
    let isCut = true;
    const whole: FakeResponse = { body: WHOLE_TEXT, part: { rowCount: 3, total: 3 } };
    const byteCount = new TextEncoder().encode(WHOLE_TEXT).length;
    const cut = { body: WHOLE_TEXT.slice(0, length), part: { ...whole.part!, byteCount } };
    const page = openList(() => (isCut ? cut : whole));
    await page.press("Export");
    await page.press("Download");
    await advanceTime(10_000);
    expect(await waitForAssertion(() => screen.getByRole("alert").textContent)).toBe(
      "Export FailedWe couldn't download the whole file. Please try again. ",
    );
    expect(page.listQueries()).toHaveLength(4);
    expect(savedFiles).toEqual([]);
    expectLogged("The donations could not be exported");
    isCut = false;
    await page.press("Try again");
    await waitForAssertion(() => expect(savedFiles).toHaveLength(1));
    expect(await readSaved()).toBe(WHOLE_TEXT);
  });

  test("continues after the last part that arrived, or starts over", async () => {
    stopClock();
    let isFailing = true;
    const busy: FakeResponse = { status: 503, body: { message: "We're very busy." } };
    const page = openList((call) => (isFirst(call) ? firstPart : isFailing ? busy : lastPart));
    await page.press("Export");
    await page.press("Download");
    await advanceTime(10_000);
    expect(await waitForAssertion(() => screen.getByRole("alert").textContent)).toBe(
      "Export FailedWe're very busy. 2 of 3 donations have arrived.",
    );
    expectLogged("The donations could not be exported");
    expect(screen.getByRole("button", { name: "Start over" })).toBeTruthy();
    isFailing = false;
    const queryCount = page.listQueries().length;
    await page.press("Continue");
    await waitForAssertion(() => expect(savedFiles).toHaveLength(1));
    expect(await readSaved()).toBe(WHOLE_TEXT);
    expect(page.listQueries().slice(queryCount)).toEqual([
      { search: "nair", sort: "-createdAt", cursor: "next" },
    ]);
  });
});

describe("an export during which the session ends", () => {
  const interrupt = async () => {
    const page = openList((call) => (isFirst(call) ? firstPart : sessionEnded));
    await page.press("Export");
    await page.press("Download");
    expect(await screen.findByText("Session Expired")).toBeTruthy();
    page.unmount();
  };

  test("can be continued after the same person logs in again", async () => {
    await interrupt();
    logInAsAdmin();
    const page = openList(() => lastPart);
    await page.press("Continue export");
    expect(await screen.findByText("This export was interrupted")).toBeTruthy();
    expect(screen.getByText("2 of 3 donations have arrived.")).toBeTruthy();
    await page.press("Continue");
    await waitFor(() => expect(savedFiles).toHaveLength(1));
    expect(await readSaved()).toBe(WHOLE_TEXT);
    expect(page.listQueries()).toEqual([{ search: "nair", sort: "-createdAt", cursor: "next" }]);
  });

  test("isn't offered to someone with other rights", async () => {
    await interrupt();
    logInAsAdmin(1, ["giving"]);
    const page = openList(() => lastPart);
    await page.press("Export");
    expect(await screen.findByRole("button", { name: "Download" })).toBeTruthy();
    expect(screen.queryByText("This export was interrupted")).toBeNull();
  });
});
