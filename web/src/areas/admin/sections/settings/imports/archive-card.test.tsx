import { screen, waitFor } from "@testing-library/react";
import { unzipSync } from "fflate";
import { beforeEach, describe, expect, test } from "vitest";
import { adminApi } from "#testing/admin-api.ts";
import { advanceTime, stopClock, waitForAssertion } from "#testing/clock.ts";
import type { FakeCall, FakeResponse } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";
import { keepSavedFiles } from "#testing/saved-files.ts";

const ID = "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11";
const BUTTON = { name: "Download everything" };
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const savedFiles = keepSavedFiles();
beforeEach(() => logInAsAdmin());

const column = (tableName: string, columnName: string) => ({
  tableName,
  tableComment: tableName === "donors" ? "People who donate." : null,
  columnName,
  type: "text",
  columnComment: columnName === "email" ? "In lower case." : null,
});

const PARTS: Readonly<Record<string, FakeResponse>> = {
  donors: {
    body: "\uFEFFname,email\r\nAnn,ann@example.org\r\n",
    part: { rowCount: 1, total: 2, nextCursor: "next" },
  },
  "donors next": { body: "Bo,bo@example.org\r\n", part: { rowCount: 1, total: 2 } },
  events: { body: "\uFEFFtitle\r\n", part: { rowCount: 0, total: 0 } },
};

const openCard = (respond: (name: string) => FakeResponse | undefined = (name) => PARTS[name]) => {
  const { callsOf } = adminApi({
    "GET /api/imports": { body: [] },
    "POST /api/archives": {
      body: {
        id: ID,
        createdAt: "2026-11-20T18:00:00.000Z",
        columns: [column("donors", "name"), column("donors", "email"), column("events", "title")],
      },
    },
    "GET /api/archives/:id/table": ({ url }: FakeCall) => {
      const query = new URL(url, "http://site.test").searchParams;
      return respond([query.get("table"), query.get("cursor")].filter(Boolean).join(" ")) ?? {};
    },
  });
  return { callsOf, ...renderApp("/dashboard/settings/import-export") };
};

describe("exporting everything", () => {
  test("joins the parts of every table, and saves one ZIP file with a description", async () => {
    const { user, callsOf } = openCard();
    await user.click(await screen.findByRole("button", BUTTON));
    await waitFor(() => expect(savedFiles).toHaveLength(1));
    const bytes = await savedFiles[0]!.arrayBuffer();
    const files = Object.entries(unzipSync(new Uint8Array(bytes)));
    const texts = Object.fromEntries(
      files.map(([name, content]) => [name, decoder.decode(content)]),
    );
    expect(Object.keys(texts)).toEqual(["donors.csv", "events.csv", "README.txt"]);
    expect(texts["donors.csv"]).toBe(
      "\uFEFFname,email\r\nAnn,ann@example.org\r\nBo,bo@example.org\r\n",
    );
    expect(texts["README.txt"]).toContain("between 2026-11-20T18:00:00.000Z and ");
    expect(texts["README.txt"]).toContain(
      "donors.csv: 2 rows\nPeople who donate.\n  name (text)\n  email (text): In lower case.",
    );
    expect(texts["README.txt"]).toContain("events.csv: 0 rows");
    expect(callsOf("POST /api/archives")).toHaveLength(1);
    expect(callsOf("GET /api/archives/:id/table")).toHaveLength(3);
    expect(await screen.findByRole("button", BUTTON)).toBeTruthy();
  });

  test("offers administrators of the giving area an archive of that area", async () => {
    logInAsAdmin(1, ["giving"]);
    const { user, callsOf } = openCard();
    await user.click(await screen.findByRole("button", { name: "Download all giving data" }));
    await waitFor(() => expect(savedFiles).toHaveLength(1));
    expect(callsOf("POST /api/archives").map(({ body }) => body)).toEqual([{ area: "giving" }]);
  });

  test("threat 29: requests a part again that a gateway cuts, and saves nothing if it stays cut", async () => {
    stopClock();
    const { user, callsOf } = openCard((name) => {
      const whole = PARTS[name]!;
      return name === "donors next" ? { ...whole, part: { ...whole.part!, byteCount: 99 } } : whole;
    });
    await user.click(await waitForAssertion(() => screen.getByRole("button", BUTTON)));
    await advanceTime(10_000);
    const toast = await waitForAssertion(() => screen.getByText("Download Failed"));
    expect(toast.parentElement?.textContent).toContain("We couldn't download the whole file.");
    expect(callsOf("GET /api/archives/:id/table")).toHaveLength(5);
    expect(savedFiles).toEqual([]);
    expectLogged("The archive could not be downloaded");
  });
});
