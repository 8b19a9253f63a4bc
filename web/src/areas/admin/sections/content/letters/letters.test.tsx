import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import type { ChildrenLetter } from "#data/children-letters/resource.ts";
import { DraftOwner } from "#kit/forms/draft-owner.ts";
import { anId } from "#testing/builders.ts";
import { fakeApi, type FakeResponse, type FakeCall } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderInApp } from "#testing/render-app.tsx";
import { LettersPanel } from "./letters.tsx";

const LIST_ROUTE = "GET /api/children-letters";
const ADD_ROUTE = "POST /api/children-letters";
const UPDATE_ROUTE = "PUT /api/children-letters/:id";
const REMOVE_ROUTE = "DELETE /api/children-letters/:id";

const UPDATED_AT = "2026-11-20T15:00:00.000Z";

const aLetter = (text: string, writer: string, isActive = true): ChildrenLetter => ({
  id: anId(),
  text,
  writer,
  order: 1,
  isActive,
  updatedAt: UPDATED_AT,
});

/** Fakes a server that stores every write, unless `overrides` has a response for it. */
const renderPanel = (
  overrides: Partial<
    Record<typeof LIST_ROUTE | typeof ADD_ROUTE | typeof UPDATE_ROUTE, FakeResponse>
  > = {},
) => {
  let letters = [
    aLetter("Be brave but also take naps.", "Ava, 7"),
    aLetter("Do you have a dog?", "Mateo, 8", false),
    aLetter("Sorry about the glitter.", "Ruby, 5"),
    aLetter("I will wave on Friday.", "June, 6"),
    aLetter("I set the table.", "Nora, 6"),
    aLetter("I drew you a submarine.", "Theo, 9"),
  ];
  const readId = ({ url }: FakeCall) => url.split(/[/?]/).at(3)!;
  const api = fakeApi({
    [LIST_ROUTE]: () => overrides[LIST_ROUTE] ?? { body: letters },
    [ADD_ROUTE]: ({ body }: FakeCall) => {
      if (overrides[ADD_ROUTE]) return overrides[ADD_ROUTE];
      const addedLetter = { ...aLetter("", ""), ...(body as Partial<ChildrenLetter>) };
      letters = [...letters, addedLetter];
      return { status: 201, body: addedLetter };
    },
    [UPDATE_ROUTE]: (call: FakeCall) => {
      if (overrides[UPDATE_ROUTE]) return overrides[UPDATE_ROUTE];
      const { order, ...changes } = call.body as Partial<ChildrenLetter>;
      const changedLetter = { ...letters.find(({ id }) => id === readId(call))!, ...changes };
      const otherLetters = letters.filter(({ id }) => id !== changedLetter.id);
      const index =
        order === undefined ? letters.findIndex(({ id }) => id === changedLetter.id) : order - 1;
      letters = [...otherLetters.slice(0, index), changedLetter, ...otherLetters.slice(index)];
      return { body: changedLetter };
    },
    [REMOVE_ROUTE]: (call: FakeCall) => {
      letters = letters.filter(({ id }) => id !== readId(call));
      return { body: { message: "Letter deleted" } };
    },
  });
  const view = renderInApp(
    <DraftOwner value="admin">
      <LettersPanel />
    </DraftOwner>,
  );
  return {
    ...api,
    ...view,
    readStatuses: async () =>
      within(await screen.findByRole("list", { name: "Letters" }))
        .getAllByText(/ · /)
        .map(({ textContent }) => textContent),
  };
};

beforeEach(() => logInAsAdmin());

describe("the letters panel", () => {
  test("marks the first four visible letters as shown on the home page", async () => {
    const { readStatuses } = renderPanel();
    expect(await readStatuses()).toEqual([
      "Ava, 7 · On the home page",
      "Mateo, 8 · Hidden",
      "Ruby, 5 · On the home page",
      "June, 6 · On the home page",
      "Nora, 6 · On the home page",
      "Theo, 9 · Not showing yet: only the first four appear",
    ]);
    expect(screen.getByText(/Leave out last names, schools and addresses/)).toBeTruthy();
  });

  test("hides a letter, shows the next one in its place, and shows the hidden one again", async () => {
    const { pressInMenu, readStatuses, callsOf } = renderPanel();
    await pressInMenu("the letter from Ava, 7", "Hide the letter from Ava, 7");
    expect(await screen.findByText("The letter is hidden")).toBeTruthy();
    await waitFor(async () =>
      expect((await readStatuses()).at(-1)).toBe("Theo, 9 · On the home page"),
    );
    await pressInMenu("the letter from Ava, 7", "Show the letter from Ava, 7");
    await waitFor(async () => expect((await readStatuses())[0]).toBe("Ava, 7 · On the home page"));
    expect(callsOf(UPDATE_ROUTE).map(({ body }) => body)).toEqual([
      { isActive: false, updatedAt: UPDATED_AT },
      { isActive: true, updatedAt: UPDATED_AT },
    ]);
  });

  test("moves a letter with its buttons and counts hidden letters in the position that it sends", async () => {
    const { press, readStatuses, callsOf } = renderPanel();
    await press("Move the letter from Theo, 9 up");
    await waitFor(async () => expect((await readStatuses())[4]).toBe("Theo, 9 · On the home page"));
    await waitFor(() => expect(callsOf(UPDATE_ROUTE)[0]?.body).toEqual({ order: 5 }));
  });

  test("puts the open letter's id in the URL and closes the letter on Back", async () => {
    const { press, currentPath } = renderPanel();
    await press("Edit the letter from Ava, 7");
    const textField = await screen.findByLabelText<HTMLTextAreaElement>("Letter text");
    expect(textField.value).toBe("Be brave but also take naps.");
    expect(currentPath()).toMatch(/^\/\?panel=letters&edit=[\da-f-]{36}$/);
    history.back();
    await waitFor(() => expect(screen.queryByLabelText("Letter text")).toBeNull());
    expect(currentPath()).toBe("/");
  });

  test("rejects a last name before sending anything, and adds the letter once the name is removed", async () => {
    const { press, type, readStatuses, callsOf } = renderPanel();
    await press("Add letter");
    await type("Letter text", "Bring me a rock.");
    await type("Written by", "Ida Miller, 6");
    await press("Add letter");
    expect(
      await screen.findByText("First name and age only, separated by a comma: Ava, 7"),
    ).toBeTruthy();
    expect(callsOf(ADD_ROUTE)).toEqual([]);
    await type("Written by", "Ida, 6");
    await press("Add letter");
    expect(await screen.findByText("The letter was added")).toBeTruthy();
    expect(callsOf(ADD_ROUTE)[0]?.body).toEqual({ text: "Bring me a rock.", writer: "Ida, 6" });
    await waitFor(async () => expect((await readStatuses()).at(-1)).toMatch(/^Ida, 6/));
  });

  test("shows an error and keeps what was typed when adding fails", async () => {
    const { press, type } = renderPanel({ [ADD_ROUTE]: { status: 503 } });
    await press("Add letter");
    await type("Letter text", "Bring me a rock.");
    await type("Written by", "Ida, 6");
    await press("Add letter");
    expect(await screen.findByText("Failed to add letter")).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>("Letter text").value).toBe(
      "Bring me a rock.",
    );
    expectLogged("Add letter failed");
  });

  test("puts a letter back when the move fails", async () => {
    const { press, readStatuses } = renderPanel({ [UPDATE_ROUTE]: { status: 503 } });
    await press("Move the letter from Ruby, 5 down");
    expect(
      await screen.findByText("We couldn't update the letter. Please try again."),
    ).toBeTruthy();
    await waitFor(async () => expect((await readStatuses())[2]).toMatch(/^Ruby/));
    expectLogged("The letter could not be moved");
  });

  test("asks before permanently deleting a letter", async () => {
    const { press, pressInMenu, readStatuses, callsOf } = renderPanel();
    await pressInMenu("the letter from Mateo, 8", "Delete the letter from Mateo, 8");
    expect(callsOf(REMOVE_ROUTE)).toEqual([]);
    await press("Delete letter");
    expect(await screen.findByText("Letter deleted")).toBeTruthy();
    await waitFor(async () => expect(await readStatuses()).toHaveLength(5));
  });

  test("shows an error with a retry button when loading fails", async () => {
    const overrides: Parameters<typeof renderPanel>[0] = { [LIST_ROUTE]: { status: 503 } };
    const { press, readStatuses } = renderPanel(overrides);
    expect(await screen.findByText("We couldn't load the letters")).toBeTruthy();
    delete overrides[LIST_ROUTE];
    await press("Try again");
    expect(await readStatuses()).toHaveLength(6);
  });
});
