import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openRichText } from "#testing/rich-text.tsx";

const POST_TEXT = "Thank you,\n**all** of you.\n\n* one\n* two";

test("ABLOG-04: switches between the rendered text and a source field of twelve rows without changing the text", async () => {
  const { findTextbox, fieldValue, isDirty, user } = openRichText(POST_TEXT);
  const page = await findTextbox();
  await waitFor(() => expect(page.querySelectorAll("li")).toHaveLength(2));
  expect(page.querySelector("strong")?.textContent).toBe("all");
  await user.click(screen.getByRole("button", { name: "Edit the Markdown" }));
  const source = screen.getByLabelText<HTMLTextAreaElement>(/^Content/);
  expect(source.rows).toBe(12);
  expect(source.value).toBe(POST_TEXT);
  await user.click(screen.getByRole("button", { name: "Use the visual editor" }));
  await waitFor(async () => expect((await findTextbox()).querySelectorAll("li")).toHaveLength(2));
  expect(fieldValue()).toBe(POST_TEXT);
  expect(isDirty()).toBe(false);
});

test("writes a change as Markdown, and undo restores the original text", async () => {
  const { change, fieldValue, isDirty } = openRichText(POST_TEXT);
  await change((editor) => editor.commands.insertContentAt(1, "Dear friends: "));
  await waitFor(() =>
    expect(fieldValue()).toBe("Dear friends: Thank you,\n**all** of you.\n\n- one\n- two"),
  );
  await change((editor) => editor.commands.undo());
  await waitFor(() => expect(fieldValue()).toBe(POST_TEXT));
  expect(isDirty()).toBe(false);
});

test("shows a value set from outside, which can be undone", async () => {
  const { findTextbox, change, fieldValue, setFieldValue } = openRichText("Mine");
  await waitFor(async () => expect((await findTextbox()).textContent).toBe("Mine"));
  setFieldValue("## Made\n\nby a machine");
  await waitFor(async () =>
    expect((await findTextbox()).querySelector("h2")?.textContent).toBe("Made"),
  );
  expect(fieldValue()).toBe("## Made\n\nby a machine");
  await change((editor) => editor.commands.undo());
  await waitFor(() => expect(fieldValue()).toBe("Mine"));
});

test("the toolbar is a single tab stop, moves the focus with the arrow keys, and shows the active marks", async () => {
  const { change, findTextbox, user } = openRichText("Some **bold** text");
  await findTextbox();
  const toolbar = screen.getByRole("toolbar", { name: "Formatting" });
  const button = (name: string) => within(toolbar).getByRole("button", { name });
  expect(
    within(toolbar)
      .getAllByRole("button")
      .filter(({ tabIndex }) => tabIndex === 0),
  ).toHaveLength(1);
  button("Heading").focus();
  await user.keyboard("{ArrowRight}{ArrowRight}");
  expect(document.activeElement).toBe(button("Bold"));
  await user.keyboard("{End}{ArrowRight}{ArrowLeft}");
  expect(document.activeElement).toBe(button("Redo"));
  expect(
    within(toolbar)
      .getAllByRole("button")
      .filter(({ tabIndex }) => tabIndex === 0),
  ).toEqual([button("Redo")]);
  await change((editor) => editor.commands.setTextSelection(8));
  await waitFor(() => expect(button("Bold").getAttribute("aria-pressed")).toBe("true"));
  expect(button("Italic").getAttribute("aria-pressed")).toBe("false");
});

test("the toolbar and the slash menu insert headings, lists, quotes, and tables", async () => {
  const { change, fieldValue, user } = openRichText("News");
  await change((editor) => editor.commands.setTextSelection(1));
  await user.click(screen.getByRole("button", { name: "Heading" }));
  await waitFor(() => expect(fieldValue()).toBe("## News"));
  await change((editor) => editor.chain().focus("end").splitBlock().insertContent("/bull").run());
  const menu = await screen.findByRole("listbox", { name: "Insert" });
  expect(within(menu).getAllByRole("option")).toHaveLength(1);
  await change((editor) => fireEvent.keyDown(editor.view.dom, { key: "Enter" }));
  await waitFor(() => expect(screen.queryByRole("listbox")).toBeNull());
  await change((editor) => editor.commands.insertContent("Socks"));
  await waitFor(() => expect(fieldValue()).toBe("## News\n\n- Socks"));
  await change((editor) =>
    editor.chain().focus("end").splitListItem("listItem").liftListItem("listItem").run(),
  );
  await user.click(screen.getByRole("button", { name: "Table" }));
  await screen.findByRole("toolbar", { name: "Table" });
  await change((editor) => editor.commands.insertContent("Item"));
  await user.click(screen.getByRole("button", { name: "Align right" }));
  await user.click(screen.getByRole("button", { name: "Add row" }));
  const rows = ["| Item |  |", "| ---: | --- |", "|  |  |", "|  |  |", "|  |  |"];
  await waitFor(() => expect(fieldValue()).toBe(`## News\n\n- Socks\n\n${rows.join("\n")}`));
  await user.click(screen.getByRole("button", { name: "Delete row" }));
  await waitFor(() => expect(fieldValue().split("\n")).toHaveLength(8));
});

test.each([
  ["example.org/give", "https://example.org/give"],
  ["hello@example.org", "mailto:hello@example.org"],
  ["/donate", "/donate"],
  [
    "https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.org%2Fx&data=a%40b.org",
    "https://example.org/x",
  ],
])("a link to %s gets the URL %s and can be removed", async (input, href) => {
  const { change, fieldValue, user } = openRichText("Give here");
  await change((editor) => editor.commands.setTextSelection({ from: 1, to: 5 }));
  await user.click(screen.getByRole("button", { name: "Link" }));
  const urlField = await screen.findByRole("textbox", { name: "URL" });
  await user.type(urlField, "javascript:alert(1){Enter}");
  expect(await screen.findByText(/Enter a URL/)).toBeTruthy();
  expect(fieldValue()).toBe("Give here");
  await user.clear(urlField);
  await user.type(urlField, `${input}{Enter}`);
  await waitFor(() => expect(fieldValue()).toBe(`[Give](${href}) here`));
  await change((editor) => editor.commands.setTextSelection(2));
  await user.click(screen.getByRole("button", { name: "Link" }));
  await user.click(await screen.findByRole("button", { name: "Remove link" }));
  await waitFor(() => expect(fieldValue()).toBe("Give here"));
});

test("links a URL at the end of the text", async () => {
  const { findTextbox, change, fieldValue } = openRichText("See");
  await change((editor) =>
    editor.chain().focus("end").insertContent(" https://example.org/a").run(),
  );
  fireEvent.blur(await findTextbox());
  await waitFor(async () => expect((await findTextbox()).querySelector("a")).toBeTruthy());
  expect(fieldValue()).toBe("See https://example.org/a");
});

test("converts pasted Markdown, and unwraps links in it", async () => {
  const { findTextbox, change, fieldValue } = openRichText("");
  await change((editor) => editor.commands.focus());
  const text = "## Plans\n\n- **Socks**\n- https://www.google.com/url?q=https://example.org/a&sa=D";
  fireEvent.paste(await findTextbox(), {
    clipboardData: { files: [], getData: (type: string) => (type === "text/plain" ? text : "") },
  });
  await waitFor(() =>
    expect(fieldValue()).toBe("## Plans\n\n- **Socks**\n- https://example.org/a"),
  );
});

test("falls back to the source for text that the editor would change", async () => {
  const unsupportedText = "``` ```\naaa";
  const { fieldValue } = openRichText(unsupportedText);
  expect(await screen.findByText(/would change/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Content/).value).toBe(unsupportedText);
  expect(fieldValue()).toBe(unsupportedText);
});
