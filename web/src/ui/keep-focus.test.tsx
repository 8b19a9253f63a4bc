import { act, render, screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { keepFocus } from "./keep-focus.ts";

interface Row {
  readonly id: string;
  readonly isOpen: boolean;
}

const List = ({ rows }: { readonly rows: readonly Row[] }) => (
  <main ref={keepFocus} tabIndex={-1}>
    <section aria-label="Applications">
      <ul>
        {rows.map(({ id, isOpen }) => (
          <li key={id} data-row={id} aria-label={id}>
            {isOpen && <button type="button">Approve {id}</button>}
          </li>
        ))}
      </ul>
    </section>
  </main>
);

const closed = (id: string) => ({ id, isOpen: false });
const opened = (id: string) => ({ id, isOpen: true });

/** MutationObserver callbacks run in a microtask. */
const focused = async () => {
  await act(() => Promise.resolve());
  const { activeElement } = document;
  return activeElement?.getAttribute("aria-label") ?? activeElement?.tagName;
};

const start = (name: string) => {
  const { rerender } = render(<List rows={["a", "b", "c"].map(opened)} />);
  act(() => screen.getByRole("button", { name }).focus());
  return (rows: readonly Row[]) => rerender(<List rows={rows} />);
};

describe("focus on a control that disappears", () => {
  test("moves to the row that takes the place of the removed one", async () => {
    const change = start("Approve b");
    change([opened("a"), opened("c")]);
    expect(await focused()).toBe("c");
  });

  test("moves to the last row when the last one is removed", async () => {
    const change = start("Approve c");
    change([opened("a"), opened("b")]);
    expect(await focused()).toBe("b");
  });

  test("moves to the next row when its own has no actions left", async () => {
    const change = start("Approve a");
    change([closed("a"), opened("b"), opened("c")]);
    expect(await focused()).toBe("b");
  });

  test("stays in its row while it has other actions", async () => {
    render(
      <main ref={keepFocus}>
        <ul>
          <li data-row="a" aria-label="a">
            <button type="button">Save</button>
            <button type="button">Edit</button>
          </li>
        </ul>
      </main>,
    );
    act(() => screen.getByText("Save").focus());
    screen.getByText("Save").remove();
    expect(await focused()).toBe("a");
  });

  test("moves to the section when no row is left", async () => {
    const change = start("Approve a");
    change([]);
    expect(await focused()).toBe("Applications");
  });

  test("isn't restored after a click elsewhere", async () => {
    const change = start("Approve a");
    act(() => {
      document.body.dispatchEvent(new Event("pointerdown", { bubbles: true }));
      screen.getByText("Approve a").blur();
    });
    change([opened("b")]);
    expect(await focused()).toBe("BODY");
  });
});
