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

const createClosedRow = (id: string) => ({ id, isOpen: false });
const createOpenRow = (id: string) => ({ id, isOpen: true });

const focusedLabel = async () => {
  // Waits for MutationObserver callbacks, which run as microtasks.
  await act(() => Promise.resolve());
  const { activeElement } = document;
  return activeElement?.getAttribute("aria-label") ?? activeElement?.tagName;
};

const renderAndFocus = (name: string) => {
  const { rerender } = render(<List rows={["a", "b", "c"].map(createOpenRow)} />);
  act(() => screen.getByRole("button", { name }).focus());
  return (rows: readonly Row[]) => rerender(<List rows={rows} />);
};

describe("focus on a control that disappears", () => {
  test("moves to the row that takes the place of the removed one", async () => {
    const setRows = renderAndFocus("Approve b");
    setRows([createOpenRow("a"), createOpenRow("c")]);
    expect(await focusedLabel()).toBe("c");
  });

  test("moves to the last row when the last one is removed", async () => {
    const setRows = renderAndFocus("Approve c");
    setRows([createOpenRow("a"), createOpenRow("b")]);
    expect(await focusedLabel()).toBe("b");
  });

  test("moves to the next row when its own row has no actions left", async () => {
    const setRows = renderAndFocus("Approve a");
    setRows([createClosedRow("a"), createOpenRow("b"), createOpenRow("c")]);
    expect(await focusedLabel()).toBe("b");
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
    expect(await focusedLabel()).toBe("a");
  });

  test("moves to the section when no row is left", async () => {
    const setRows = renderAndFocus("Approve a");
    setRows([]);
    expect(await focusedLabel()).toBe("Applications");
  });

  test("isn't restored after a click elsewhere", async () => {
    const setRows = renderAndFocus("Approve a");
    act(() => {
      document.body.dispatchEvent(new Event("pointerdown", { bubbles: true }));
      screen.getByText("Approve a").blur();
    });
    setRows([createOpenRow("b")]);
    expect(await focusedLabel()).toBe("BODY");
  });
});
