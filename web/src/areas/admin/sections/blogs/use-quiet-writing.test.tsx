import { fireEvent, render } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { useQuietWriting } from "./use-quiet-writing.ts";

const Page = () => {
  useQuietWriting();
  return (
    <>
      <nav data-steps-back="">
        <button type="button" onClick={(event) => (event.currentTarget.title = "pressed")}>
          Bold
        </button>
      </nav>
      <textarea name="title" aria-label="Title" />
      <input aria-label="Tag" />
      <p>Text</p>
    </>
  );
};

const open = () => {
  const view = render(<Page />);
  return {
    ...view,
    title: view.getByLabelText("Title"),
    tag: view.getByLabelText("Tag"),
    bold: view.getByText("Bold"),
  };
};
type View = ReturnType<typeof open>;

const isQuiet = () => document.documentElement.hasAttribute("data-writing");
const point = (
  element: Element,
  type: string,
  options: MouseEventInit & { pointerType?: string },
) =>
  fireEvent(
    element,
    Object.assign(new MouseEvent(type, { bubbles: true, cancelable: true, ...options }), {
      pointerType: options.pointerType ?? "mouse",
    }),
  );
const write = ({ title }: View) => fireEvent.input(title, { target: { value: "A new van" } });
const move = (element: Element, screenX: number) => point(element, "pointermove", { screenX });

beforeEach(() => getSelection()?.removeAllRanges());

test("typing in another field changes nothing, and closing the editor brings everything back", () => {
  const view = open();
  fireEvent.input(view.tag, { target: { value: "Boxes" } });
  expect(isQuiet()).toBe(false);
  write(view);
  expect(isQuiet()).toBe(true);
  view.unmount();
  expect(isQuiet()).toBe(false);
});

describe("while someone writes, the navigation", () => {
  const steps: readonly (readonly [string, boolean, (view: View) => unknown])[] = [
    ["is back on Escape", false, ({ title }) => fireEvent.keyDown(title, { key: "Escape" })],
    ["stays away on other keys", true, ({ title }) => fireEvent.keyDown(title, { key: "Shift" })],
    ["is back once the mouse moves", false, ({ bold }) => move(bold, 130)],
    ["stays away if the page moves below the mouse", true, ({ bold }) => move(bold, 100)],
    ["stays away while a hand rests on the mouse", true, ({ bold }) => move(bold, 103)],
    ["is back on a press without a move", false, ({ bold }) => point(bold, "pointerdown", {})],
    ["is back once another element has the focus", false, ({ bold }) => fireEvent.focusIn(bold)],
    ["stays away if the text keeps the focus", true, ({ title }) => fireEvent.focusIn(title)],
    [
      "is back once something is selected",
      false,
      ({ container }) => {
        getSelection()?.selectAllChildren(container);
        fireEvent(document, new Event("selectionchange"));
      },
    ],
    [
      "stays away if the caret moves",
      true,
      () => fireEvent(document, new Event("selectionchange")),
    ],
  ];
  test.each(steps)("%s", (_, expected, act) => {
    const view = open();
    move(view.title, 100);
    write(view);
    expect(isQuiet()).toBe(true);
    act(view);
    expect(isQuiet()).toBe(expected);
  });

  test.each([
    ["mouse", "pressed"],
    ["touch", ""],
    ["pen", ""],
  ])("is back on a press with a %s, which leaves the button “%s”", (pointerType, value) => {
    const view = open();
    write(view);
    point(view.bold, "pointerdown", { pointerType });
    expect(isQuiet()).toBe(false);
    fireEvent.click(view.bold);
    expect(view.bold.title).toBe(value);
    point(view.bold, "pointerdown", { pointerType });
    fireEvent.click(view.bold);
    expect(view.bold.title).toBe("pressed");
  });
});
