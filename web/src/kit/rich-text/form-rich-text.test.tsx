import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openRichText } from "#testing/rich-text.tsx";

const POST = "Thank you,\n**all** of you.\n\n* one\n* two";

test("ABLOG-04: switches between the rendered text and a source field of twelve rows without changing the text", async () => {
  const { box, held, isDirty, user } = openRichText(POST);
  const page = await box();
  await waitFor(() => expect(page.querySelectorAll("li")).toHaveLength(2));
  expect(page.querySelector("strong")?.textContent).toBe("all");
  await user.click(screen.getByRole("button", { name: "Edit the Markdown" }));
  const source = screen.getByLabelText<HTMLTextAreaElement>(/^Content/);
  expect(source.rows).toBe(12);
  expect(source.value).toBe(POST);
  await user.click(screen.getByRole("button", { name: "Use the visual editor" }));
  await waitFor(async () => expect((await box()).querySelectorAll("li")).toHaveLength(2));
  expect(held()).toBe(POST);
  expect(isDirty()).toBe(false);
});

test("writes a change as Markdown, and undo restores the original text", async () => {
  const { change, held, isDirty } = openRichText(POST);
  await change((editor) => editor.commands.insertContentAt(1, "Dear friends: "));
  await waitFor(() =>
    expect(held()).toBe("Dear friends: Thank you,\n**all** of you.\n\n- one\n- two"),
  );
  await change((editor) => editor.commands.undo());
  await waitFor(() => expect(held()).toBe(POST));
  expect(isDirty()).toBe(false);
});

test("shows a value set from outside, which can be undone", async () => {
  const { box, change, held, write } = openRichText("Mine");
  await waitFor(async () => expect((await box()).textContent).toBe("Mine"));
  write("## Made\n\nby a machine");
  await waitFor(async () => expect((await box()).querySelector("h2")?.textContent).toBe("Made"));
  expect(held()).toBe("## Made\n\nby a machine");
  await change((editor) => editor.commands.undo());
  await waitFor(() => expect(held()).toBe("Mine"));
});

test("the toolbar is one tab stop with arrow keys and shows the active marks", async () => {
  const { change, box, user } = openRichText("Some **bold** text");
  await box();
  const bar = screen.getByRole("toolbar", { name: "Formatting" });
  const button = (name: string) => within(bar).getByRole("button", { name });
  expect(
    within(bar)
      .getAllByRole("button")
      .filter(({ tabIndex }) => tabIndex === 0),
  ).toHaveLength(1);
  button("Heading").focus();
  await user.keyboard("{ArrowRight}{ArrowRight}");
  expect(document.activeElement).toBe(button("Bold"));
  await user.keyboard("{End}{ArrowRight}{ArrowLeft}");
  expect(document.activeElement).toBe(button("Redo"));
  expect(
    within(bar)
      .getAllByRole("button")
      .filter(({ tabIndex }) => tabIndex === 0),
  ).toEqual([button("Redo")]);
  await change((editor) => editor.commands.setTextSelection(8));
  await waitFor(() => expect(button("Bold").getAttribute("aria-pressed")).toBe("true"));
  expect(button("Italic").getAttribute("aria-pressed")).toBe("false");
});

test("the toolbar and the slash menu insert headings, lists, quotes, and tables", async () => {
  const { change, held, user } = openRichText("News");
  await change((editor) => editor.commands.setTextSelection(1));
  await user.click(screen.getByRole("button", { name: "Heading" }));
  await waitFor(() => expect(held()).toBe("## News"));
  await change((editor) => editor.chain().focus("end").splitBlock().insertContent("/bull").run());
  const menu = await screen.findByRole("listbox", { name: "Insert" });
  expect(within(menu).getAllByRole("option")).toHaveLength(1);
  await change((editor) => fireEvent.keyDown(editor.view.dom, { key: "Enter" }));
  await waitFor(() => expect(screen.queryByRole("listbox")).toBeNull());
  await change((editor) => editor.commands.insertContent("Socks"));
  await waitFor(() => expect(held()).toBe("## News\n\n- Socks"));
  await change((editor) =>
    editor.chain().focus("end").splitListItem("listItem").liftListItem("listItem").run(),
  );
  await user.click(screen.getByRole("button", { name: "Table" }));
  await screen.findByRole("toolbar", { name: "Table" });
  await change((editor) => editor.commands.insertContent("Item"));
  await user.click(screen.getByRole("button", { name: "Align right" }));
  await user.click(screen.getByRole("button", { name: "Add row" }));
  const rows = ["| Item |  |", "| ---: | --- |", "|  |  |", "|  |  |", "|  |  |"];
  await waitFor(() => expect(held()).toBe(`## News\n\n- Socks\n\n${rows.join("\n")}`));
  await user.click(screen.getByRole("button", { name: "Delete row" }));
  await waitFor(() => expect(held().split("\n")).toHaveLength(8));
});

test.each([
  ["example.org/give", "https://example.org/give"],
  ["hello@example.org", "mailto:hello@example.org"],
  ["/donate", "/donate"],
])("a link to %s gets the URL %s and can be removed", async (input, href) => {
  const { change, held, user } = openRichText("Give here");
  await change((editor) => editor.commands.setTextSelection({ from: 1, to: 5 }));
  await user.click(screen.getByRole("button", { name: "Link" }));
  const address = await screen.findByRole("textbox", { name: "URL" });
  await user.type(address, "javascript:alert(1){Enter}");
  expect(await screen.findByText(/Please enter a URL/)).toBeTruthy();
  expect(held()).toBe("Give here");
  await user.clear(address);
  await user.type(address, `${input}{Enter}`);
  await waitFor(() => expect(held()).toBe(`[Give](${href}) here`));
  await change((editor) => editor.commands.setTextSelection(2));
  await user.click(screen.getByRole("button", { name: "Link" }));
  await user.click(await screen.findByRole("button", { name: "Remove link" }));
  await waitFor(() => expect(held()).toBe("Give here"));
});

test("links a URL at the end of the text", async () => {
  const { box, change, held } = openRichText("See");
  await change((editor) =>
    editor.chain().focus("end").insertContent(" https://example.org/a").run(),
  );
  fireEvent.blur(await box());
  await waitFor(async () => expect((await box()).querySelector("a")).toBeTruthy());
  expect(held()).toBe("See https://example.org/a");
});

test("converts pasted Markdown", async () => {
  const { box, change, held } = openRichText("");
  await change((editor) => editor.commands.focus());
  const text = "## Plans\n\n- **Socks**\n- Coffee";
  fireEvent.paste(await box(), {
    clipboardData: { files: [], getData: (type: string) => (type === "text/plain" ? text : "") },
  });
  await waitFor(() => expect(held()).toBe(text));
});

test("falls back to the source for text that the editor would change", async () => {
  const unsupportedText = "``` ```\naaa";
  const { held } = openRichText(unsupportedText);
  expect(await screen.findByText(/would change/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Content/).value).toBe(unsupportedText);
  expect(held()).toBe(unsupportedText);
});
