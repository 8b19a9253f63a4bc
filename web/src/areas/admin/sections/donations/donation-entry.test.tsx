import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { adminApi } from "#testing/admin-api.ts";
import { anAdminDonation } from "#testing/builders.ts";
import { aDonorChoice, aDonorRecord } from "#testing/donor-builders.ts";
import { pagesOf, type FakeCall, type FakeResponse } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const ID = "5f0c1c9a-58c1-4d0a-9a5e-0d6f3b0f6a11";
const donor = aDonorChoice({ id: ID });

const addedDonation = ({ body }: FakeCall): FakeResponse => {
  const { amount, reference = null } = body as { amount: string; reference?: string | null };
  return {
    status: 201,
    body: anAdminDonation({
      firstName: "Ann",
      lastName: "Lee",
      amount: Number(amount),
      reference,
      method: "check",
    }),
  };
};

const visit = async (
  respond: (call: FakeCall) => FakeResponse = addedDonation,
  searchResults = [donor],
  searchGate: Promise<void> = Promise.resolve(),
  path = "/dashboard/donations/new",
) => {
  const api = adminApi({
    "GET /api/donors": async (call) => {
      await searchGate;
      return pagesOf(searchResults)(call);
    },
    "GET /api/donors/:id": {
      body: aDonorRecord({ id: ID, firstName: "Ann", lastName: "Lee", email: "ann@example.org" }),
    },
    "POST /api/donations": respond,
    "GET /api/deposits/:id": { status: 503 },
  });
  const view = renderApp(path);
  const findSearch = () => screen.findByRole("combobox", { name: "Donor" });
  const search = await findSearch();
  const { user } = view;
  return {
    ...api,
    ...view,
    findSearch,
    chooseDonor: async () => {
      await user.type(await findSearch(), "lee");
      await screen.findByRole("option", { name: /Ann Lee/ });
      await user.keyboard("{Enter}");
    },
    search,
  };
};

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const AMOUNT_LABEL = "Amount in dollars";
const CHECK_NUMBER_LABEL = "Check number (optional)";

beforeEach(() => logInAsAdmin());

describe("adding a donation", () => {
  test("lets a stack of checks be entered using only the keyboard, and keeps the date for the next check", async () => {
    const { user, press, callsOf, chooseDonor, findSearch, search, currentPath } = await visit();
    expect(document.activeElement).toBe(search);
    expect(
      screen.getByText(
        "A check sent by US mail counts on the day it was mailed, usually its postmark. Everything else: the day you got it.",
      ),
    ).toBeTruthy();
    await user.clear(field("Date of gift"));
    await user.type(field("Date of gift"), "2026-11-02");
    for (const [amount, number, save] of [
      ["50", "1041", () => press("Save and add another")],
      // From then on, Enter continues with the next check.
      ["25.50", "1042", () => user.keyboard("{Enter}")],
    ] as const) {
      await chooseDonor();
      expect(document.activeElement).toBe(field(AMOUNT_LABEL));
      await user.keyboard(`${amount}{Tab}${number}`);
      await save();
      await waitFor(async () => expect(document.activeElement).toBe(await findSearch()));
      expect([field(AMOUNT_LABEL).value, field(CHECK_NUMBER_LABEL).value]).toEqual(["", ""]);
    }
    expect(screen.getByRole("heading", { name: "2 added, $75.50 in all" })).toBeTruthy();
    await chooseDonor();
    await user.keyboard("10");
    await press("Save");
    await waitFor(() => expect(currentPath()).toBe("/dashboard/donations"));
    expect(callsOf("POST /api/donations").map(({ body }) => body)).toMatchObject([
      { donorId: ID, amount: "50", method: "check", reference: "1041", receivedOn: "2026-11-02" },
      { donorId: ID, amount: "25.5", method: "check", reference: "1042", receivedOn: "2026-11-02" },
      { donorId: ID, amount: "10", method: "check", receivedOn: "2026-11-02" },
    ]);
  });

  test.each([
    ["Enter saves one donation and goes to the list", "", "/dashboard/donations", 0],
    ["Enter continues with a deposit's next check", `?deposit=${ID}`, null, 1],
  ])("%s", async (_, search, nextPath, addedCount) => {
    const { user, callsOf, chooseDonor, currentPath } = await visit(
      addedDonation,
      [donor],
      undefined,
      `/dashboard/donations/new${search}`,
    );
    await chooseDonor();
    await user.keyboard("50{Enter}");
    await waitFor(() => expect(callsOf("POST /api/donations")).toHaveLength(1));
    if (nextPath !== null) await waitFor(() => expect(currentPath()).toBe(nextPath));
    else await screen.findByRole("heading", { name: "1 added, $50.00 in all" });
    expect(screen.queryAllByRole("heading", { name: /added/ })).toHaveLength(addedCount);
    expect(await screen.findByText("$50.00 from Ann Lee was added")).toBeTruthy();
  });

  test("asks before it adds a donation that was already entered, and keeps what was typed", async () => {
    const message = "This donor already has a donation with this amount and number.";
    let isFirst = true;
    const { user, callsOf, chooseDonor } = await visit((call) => {
      if (!isFirst) return addedDonation(call);
      isFirst = false;
      return {
        status: 400,
        body: {
          message: "Please check the highlighted fields.",
          code: "validation_failed",
          issues: [{ path: "confirmsDuplicate", message }],
        },
      };
    });
    await chooseDonor();
    await user.keyboard("50{Tab}1041{Enter}");
    expect(await screen.findByText(message)).toBeTruthy();
    expectLogged("Add donation failed");
    expect([field(AMOUNT_LABEL).value, field(CHECK_NUMBER_LABEL).value]).toEqual(["50", "1041"]);
    await user.click(screen.getByLabelText("This is a different donation. Add it anyway."));
    await user.click(screen.getByRole("button", { name: "Save and add another" }));
    expect(await screen.findByRole("heading", { name: "1 added, $50.00 in all" })).toBeTruthy();
    expect(callsOf("POST /api/donations")[1]?.body).toMatchObject({ confirmsDuplicate: true });
  });

  test("adds a new donor from the typed name", async () => {
    const { user, callsOf, search } = await visit(addedDonation, []);
    await user.type(search, "Rotary Club");
    await screen.findByRole("option", { name: "Add “Rotary Club” as a new donor" });
    await user.keyboard("{Enter}");
    expect(field("First name, or an organization's name").value).toBe("Rotary Club");
    expect(field("Last name (optional)").value).toBe("");
    await user.type(field(AMOUNT_LABEL), "100");
    await user.click(screen.getByRole("button", { name: "Save and add another" }));
    await screen.findByRole("heading", { name: "1 added, $100.00 in all" });
    const [call] = callsOf("POST /api/donations");
    expect(call?.body).toMatchObject({ firstName: "Rotary Club", lastName: "", amount: "100" });
  });

  test("offers to add a new donor only once the search has finished, so that Enter chooses the existing donor", async () => {
    let finishSearch = () => {};
    const searchAnswered = new Promise<void>((resolve) => {
      finishSearch = resolve;
    });
    const { user, calls, search } = await visit(addedDonation, [donor], searchAnswered);
    await user.type(search, "lee");
    await waitFor(() => expect(calls.at(-1)?.url).toContain("search=lee"));
    expect(screen.queryByRole("option", { name: /Add “lee”/ })).toBeNull();
    finishSearch();
    const option = await screen.findByRole("option", { name: /Ann Lee/ });
    expect(option.getAttribute("aria-selected")).toBe("true");
  });

  test("adds a card in memory of someone, and shows the server's objection to its day", async () => {
    const { user, callsOf, chooseDonor } = await visit(({ body }) => {
      const { tribute } = body as { tribute: { sendOn: string | null } };
      if (tribute.sendOn === null) return addedDonation({ body } as FakeCall);
      return {
        status: 400,
        body: {
          message: "Please check the highlighted fields.",
          code: "validation_failed",
          issues: [{ path: "tribute.sendOn", message: "Choose a day within the next year." }],
        },
      };
    });
    await chooseDonor();
    await user.keyboard("50");
    await user.click(screen.getByLabelText("In memory of someone who has died"));
    await user.type(field("In memory of (optional)"), "Sgt. Paul Yates");
    expect(screen.getByText("Reads “in memory of Sgt. Paul Yates”.")).toBeTruthy();
    await user.click(screen.getByLabelText(/^Send someone a card about this gift/));
    await user.type(field("Recipient's name"), "Helen O'Connor");
    await user.click(screen.getByLabelText("By email"));
    await user.type(field("Recipient's email"), "helen");
    await user.type(field("Day to send the card (optional)"), "2030-01-01");
    const save = () => user.click(screen.getByRole("button", { name: "Save and add another" }));
    await save();
    expect(callsOf("POST /api/donations")).toEqual([]);
    expect(field("Recipient's email").getAttribute("aria-invalid")).toBe("true");
    await user.type(field("Recipient's email"), "@example.org");
    await save();
    expect(await screen.findByText("Choose a day within the next year.")).toBeTruthy();
    expectLogged("Add donation failed");
    await user.clear(field("Day to send the card (optional)"));
    await save();
    await screen.findByRole("heading", { name: "1 added, $50.00 in all" });
    expect(callsOf("POST /api/donations")[1]?.body).toMatchObject({
      inHonorOf: "Sgt. Paul Yates",
      isMemorial: true,
      tribute: {
        recipientName: "Helen O'Connor",
        recipientEmail: "helen@example.org",
        recipientAddress: null,
        message: "",
        sendOn: null,
      },
    });
  });

  test("says that a donor is missing, and sends nothing", async () => {
    const { user, callsOf } = await visit();
    await user.type(field(AMOUNT_LABEL), "100");
    await user.click(screen.getByRole("button", { name: "Save and add another" }));
    expect(await screen.findByText("Choose a donor, or enter a new donor's name.")).toBeTruthy();
    expect(callsOf("POST /api/donations")).toEqual([]);
  });
});

test("asks who recommended a fund's grant, and sends both the fund and the person", async () => {
  const { user, callsOf } = await visit();
  await user.selectOptions(field("Method"), "donor_advised_fund");
  await user.type(await screen.findByRole("combobox", { name: "Recommended by" }), "nora hale");
  await user.click(await screen.findByRole("option", { name: /Add “nora hale”/ }));
  await user.type(screen.getByRole("combobox", { name: "Fund" }), "lee");
  await user.click((await screen.findAllByRole("option", { name: /Ann Lee/ }))[0]!);
  await user.type(field(AMOUNT_LABEL), "500");
  await user.click(screen.getByRole("button", { name: "Save and add another" }));
  const sent = () => callsOf("POST /api/donations");
  await waitFor(() => expect(sent().length).toBe(1));
  expect(sent()[0]?.body).toMatchObject({
    donorId: ID,
    method: "donor_advised_fund",
    softCreditFirstName: "nora",
    softCreditLastName: "hale",
  });
});

test("a new fund's name isn't split into a first and a last name", async () => {
  const { user, callsOf } = await visit(addedDonation, []);
  await user.selectOptions(field("Method"), "donor_advised_fund");
  await user.type(screen.getByRole("combobox", { name: "Fund" }), "Fidelity Charitable");
  await user.click(await screen.findByRole("option", { name: /Add “Fidelity Charitable”/ }));
  await user.type(field(AMOUNT_LABEL), "500");
  await user.click(screen.getByRole("button", { name: "Save and add another" }));
  await waitFor(() => expect(callsOf("POST /api/donations").length).toBe(1));
  expect(callsOf("POST /api/donations")[0]?.body).toMatchObject({
    firstName: "Fidelity Charitable",
    lastName: "",
  });
});
