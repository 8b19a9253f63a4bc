import { act, render, screen } from "@testing-library/react";
import { useState } from "react";
import { beforeAll, describe, expect, it } from "vitest";
import { userEvent } from "@testing-library/user-event";
import { followTranslations } from "./translated-pages.ts";

beforeAll(followTranslations);

const createFont = (text: string) => {
  const inner = document.createElement("font");
  inner.append(`~${text}~`);
  const font = document.createElement("font");
  font.append(inner);
  return font;
};

const collectTexts = (root: Node): readonly Text[] => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  return texts.filter((text) => text.data.trim() && text.parentElement?.tagName !== "FONT");
};

/** The ways in which translators replace a text. */
const REPLACE: Readonly<Record<string, (text: Text) => void>> = {
  "replaced at once": (text) => text.replaceWith(createFont(text.data)),
  "replaced by an element before it": (text) => {
    text.before(createFont(text.data));
    text.remove();
  },
  "replaced by an element after it": (text) => {
    text.after(createFont(text.data));
    text.remove();
  },
  "moved into an element": (text) => {
    const font = document.createElement("font");
    text.replaceWith(font);
    font.append(text);
  },
};

const Counter = () => {
  const [count, setCount] = useState(0);
  return (
    <>
      <p data-testid="text">
        {count > 1 && "More. "}Boxes: {count} {count % 2 === 1 && <b>odd</b>} of {10 - count} left
        {count === 0 && "."}
      </p>
      {count < 2 ? "Few" : <i>many</i>}
      <button type="button" onClick={() => setCount(count + 1)}>
        Add one
      </button>
    </>
  );
};

describe.each(Object.entries(REPLACE))("a text that is %s", (_way, replace) => {
  it("shows later changes, and never ends the page", async () => {
    const { container, unmount } = render(<Counter />);
    const translate = () => act(async () => collectTexts(container).forEach(replace));
    await translate();
    const texts = [];
    for (let count = 1; count <= 3; count++) {
      await userEvent.click(screen.getByRole("button"));
      texts.push(container.textContent.replaceAll("~", "").replaceAll(/\s+/g, " "));
      await translate();
    }
    expect(texts).toEqual([
      "Boxes: 1 odd of 9 leftFewAdd one",
      "More. Boxes: 2 of 8 leftmanyAdd one",
      "More. Boxes: 3 odd of 7 leftmanyAdd one",
    ]);
    unmount();
    expect(container.textContent).toBe("");
  });
});

describe("an ended translation", () => {
  it("shows later changes", async () => {
    const { container } = render(<Counter />);
    await act(async () => collectTexts(container).forEach(REPLACE["replaced at once"]!));
    await act(async () => {
      for (const font of container.querySelectorAll("font:not(font font)")) {
        font.replaceWith(font.textContent.replaceAll("~", ""));
      }
    });
    await userEvent.click(screen.getByRole("button"));
    expect(container.textContent.replaceAll(/\s+/g, " ")).toBe("Boxes: 1 odd of 9 leftFewAdd one");
  });
});
