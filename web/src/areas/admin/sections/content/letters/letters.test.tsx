import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import type { ChildrenLetter } from "#data/children-letters/resource.ts";
import { DraftOwner } from "#kit/forms/draft-owner.ts";
import { anId } from "#testing/builders.ts";
import { fakeApi, type FakeAnswer, type FakeCall } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderInApp } from "#testing/render-app.tsx";
import { LettersPanel } from "./letters.tsx";

const LIST = "GET /api/children-letters";
const ADD = "POST /api/children-letters";
const CHANGE = "PUT /api/children-letters/:id";
const REMOVE = "DELETE /api/children-letters/:id";

const VERSION = "2026-11-20T15:00:00.000Z";

const letter = (text: string, writer: string, isActive = true): ChildrenLetter => ({
  id: anId(),
  text,
  writer,
  order: 1,
  isActive,
  updatedAt: VERSION,
});

/** Fakes a server that stores every write, unless `refusals` has a response for it. */
const renderPanel = (
  refusals: Partial<Record<typeof LIST | typeof ADD | typeof CHANGE, FakeAnswer>> = {},
) => {
  let letters = [
    letter("Be brave but also take naps.", "Ava, 7"),
    letter("Do you have a dog?", "Mateo, 8", false),
    letter("Sorry about the glitter.", "Ruby, 5"),
    letter("I will wave on Friday.", "June, 6"),
    letter("I set the table.", "Nora, 6"),
    letter("I drew you a submarine.", "Theo, 9"),
  ];
  const idOf = ({ url }: FakeCall) => url.split("/").at(-1)!;
  const api = fakeApi({
    [LIST]: () => refusals[LIST] ?? { body: letters },
    [ADD]: ({ body }: FakeCall) => {
      if (refusals[ADD]) return refusals[ADD];
      const addedLetter = { ...letter("", ""), ...(body as Partial<ChildrenLetter>) };
      letters = [...letters, addedLetter];
      return { status: 201, body: addedLetter };
    },
    [CHANGE]: (call: FakeCall) => {
      if (refusals[CHANGE]) return refusals[CHANGE];
      const { order, ...changes } = call.body as Partial<ChildrenLetter>;
      const changedLetter = { ...letters.find(({ id }) => id === idOf(call))!, ...changes };
      const otherLetters = letters.filter(({ id }) => id !== changedLetter.id);
      const index =
        order === undefined ? letters.findIndex(({ id }) => id === changedLetter.id) : order - 1;
      letters = [...otherLetters.slice(0, index), changedLetter, ...otherLetters.slice(index)];
      return { body: changedLetter };
    },
    [REMOVE]: (call: FakeCall) => {
      letters = letters.filter(({ id }) => id !== idOf(call));
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
    letterStatuses: async () =>
      within(await screen.findByRole("list", { name: "Letters" }))
        .getAllByText(/ · /)
        .map(({ textContent }) => textContent),
    press: async (name: string) => view.user.click(await screen.findByRole("button", { name })),
    type: async (label: string, text: string) => {
      const field = await screen.findByLabelText(label);
      await view.user.clear(field);
      await view.user.type(field, text);
    },
  };
};

beforeEach(() => logInAsAdmin());

describe("children's letters", () => {
  test("marks the first four visible letters as shown on the home page", async () => {
    const { letterStatuses } = renderPanel();
    expect(await letterStatuses()).toEqual([
      "Ava, 7 · On the home page",
      "Mateo, 8 · Hidden",
      "Ruby, 5 · On the home page",
      "June, 6 · On the home page",
      "Nora, 6 · On the home page",
      "Theo, 9 · Not showing yet: only the first four appear",
    ]);
    expect(screen.getByText(/Leave out last names, schools and addresses/)).toBeTruthy();
  });

  test("hides a letter, shows the next one in its place, and shows it again", async () => {
    const { press, letterStatuses, callsOf } = renderPanel();
    await press("Hide the letter from Ava, 7");
    expect(await screen.findByText("The letter is hidden")).toBeTruthy();
    await waitFor(async () =>
      expect((await letterStatuses()).at(-1)).toBe("Theo, 9 · On the home page"),
    );
    await press("Show the letter from Ava, 7");
    await waitFor(async () =>
      expect((await letterStatuses())[0]).toBe("Ava, 7 · On the home page"),
    );
    expect(callsOf(CHANGE).map(({ body }) => body)).toEqual([
      { isActive: false, updatedAt: VERSION },
      { isActive: true, updatedAt: VERSION },
    ]);
  });

  test("moves a letter by keyboard and counts hidden letters in the order it sends", async () => {
    const { press, letterStatuses, callsOf } = renderPanel();
    await press("Move the letter from Theo, 9 up");
    await waitFor(async () =>
      expect((await letterStatuses())[4]).toBe("Theo, 9 · On the home page"),
    );
    await waitFor(() => expect(callsOf(CHANGE)[0]?.body).toEqual({ order: 5 }));
  });

  test("the URL says which letter is open, and Back closes it", async () => {
    const { press, address } = renderPanel();
    await press("Edit the letter from Ava, 7");
    const field = await screen.findByLabelText<HTMLTextAreaElement>("What it says");
    expect(field.value).toBe("Be brave but also take naps.");
    expect(address()).toMatch(/^\/\?panel=letters&edit=[\da-f-]{36}$/);
    history.back();
    await waitFor(() => expect(screen.queryByLabelText("What it says")).toBeNull());
    expect(address()).toBe("/");
  });

  test("adds a letter and rejects a last name before sending anything", async () => {
    const { press, type, letterStatuses, callsOf } = renderPanel();
    await press("Add letter");
    await type("What it says", "Bring me a rock.");
    await type("Who wrote it", "Ida Miller, 6");
    await press("Add letter");
    expect(
      await screen.findByText("First name and age only, separated by a comma: Ava, 7"),
    ).toBeTruthy();
    expect(callsOf(ADD)).toEqual([]);
    await type("Who wrote it", "Ida, 6");
    await press("Add letter");
    expect(await screen.findByText("The letter was added")).toBeTruthy();
    expect(callsOf(ADD)[0]?.body).toEqual({ text: "Bring me a rock.", writer: "Ida, 6" });
    await waitFor(async () => expect((await letterStatuses()).at(-1)).toMatch(/^Ida, 6/));
  });

  test("shows a failure and keeps what was typed", async () => {
    const { press, type } = renderPanel({ [ADD]: { status: 503 } });
    await press("Add letter");
    await type("What it says", "Bring me a rock.");
    await type("Who wrote it", "Ida, 6");
    await press("Add letter");
    expect(await screen.findByText("Failed to add letter")).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>("What it says").value).toBe(
      "Bring me a rock.",
    );
    expectLogged("Add letter failed");
  });

  test("puts a letter back when the move fails", async () => {
    const { press, letterStatuses } = renderPanel({ [CHANGE]: { status: 503 } });
    await press("Move the letter from Ruby, 5 down");
    expect(
      await screen.findByText("We couldn't update the letter. Please try again."),
    ).toBeTruthy();
    await waitFor(async () => expect((await letterStatuses())[2]).toMatch(/^Ruby/));
    expectLogged("The letter could not be moved");
  });

  test("asks before deleting a letter for good", async () => {
    const { press, letterStatuses, callsOf } = renderPanel();
    await press("Delete the letter from Mateo, 8");
    expect(callsOf(REMOVE)).toEqual([]);
    await press("Delete letter");
    expect(await screen.findByText("Letter deleted")).toBeTruthy();
    await waitFor(async () => expect(await letterStatuses()).toHaveLength(5));
  });

  test("shows a load failure with a retry button", async () => {
    const refusals: Parameters<typeof renderPanel>[0] = { [LIST]: { status: 503 } };
    const { press, letterStatuses } = renderPanel(refusals);
    expect(await screen.findByText("We couldn't load the letters")).toBeTruthy();
    delete refusals[LIST];
    await press("Try again");
    expect(await letterStatuses()).toHaveLength(6);
  });
});
