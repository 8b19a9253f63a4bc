import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { fakeApi } from "#testing/fake-api.ts";
import { storeTokens } from "#testing/fake-supabase.ts";
import { fakeUploads } from "#testing/fake-upload.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { openRichText } from "#testing/rich-text.tsx";

const STORED_PATH = "/images/site/1";

beforeEach(() => storeTokens("admin"));

/** Opens an editor whose server numbers the pictures in the order in which they arrive. */
const openEditor = (content: string) => {
  const puts = fakeUploads();
  let storedCount = 0;
  fakeApi({
    "POST /api/objects/upload": { body: { uploadURL: "https://storage.test/1" } },
    "POST /api/normalize-object-path": () => {
      storedCount += 1;
      return { body: { objectPath: `/images/site/${storedCount}` } };
    },
  });
  return { puts, countStored: () => storedCount, ...openRichText(content) };
};
const photo = new File(["x"], "boxes.gif", { type: "image/gif" });

const LAPTOP_PICTURE = "data:image/png;base64,iVBORw0KGgo=";

/** Simulates a paste the way browsers report it. */
const paste = (element: Element, files: readonly File[], html = "") =>
  fireEvent.paste(element, {
    clipboardData: { files, getData: (type: string) => (type === "text/html" ? html : "") },
  });

test("uploads a pasted picture with progress, asks for alt text, and then inserts it", async () => {
  const { puts, findTextbox, loadEditor, fieldValue, user } = openEditor("Before\n\nAfter");
  (await loadEditor()).commands.setTextSelection(3);
  paste(await findTextbox(), [photo]);
  await waitFor(() => expect(puts).toHaveLength(1));
  act(() => puts[0]?.reportProgress(40));
  const bar = screen.getByRole<HTMLProgressElement>("progressbar", { name: "Uploading boxes.gif" });
  await waitFor(() => expect(bar.value).toBe(40));
  expect(fieldValue()).toBe("Before\n\nAfter");
  act(() => puts[0]?.respond(200));
  const alt = await screen.findByRole("textbox", { name: /Alt text/ });
  await user.type(alt, "Two boxes{Enter}");
  await waitFor(() => expect(fieldValue()).toBe(`Before\n\n![Two boxes](${STORED_PATH})\n\nAfter`));
  expect(screen.queryByRole("progressbar")).toBeNull();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test.each([
  ["at the end", "Before", "Before\n\n![](/images/site/1)\n\nThen"],
  ["above other text", "Before\n\nAfter", "Before\n\n![](/images/site/1)\n\nThen\n\nAfter"],
  ["in an empty text", "", "![](/images/site/1)\n\nThen"],
  ["in a list", "- Before", "- Before![](/images/site/1)Then"],
])("a new picture %s is followed by what is written next", async (_, content, expected) => {
  const { puts, findTextbox, loadEditor, change, fieldValue, user } = openEditor(content);
  const editor = await loadEditor();
  const caret = content.startsWith("-") ? 9 : Math.min(7, 1 + content.length);
  act(() => void editor.commands.setTextSelection(caret));
  paste(await findTextbox(), [photo]);
  await waitFor(() => expect(puts).toHaveLength(1));
  act(() => puts[0]?.respond(200));
  await screen.findByRole("textbox", { name: /Alt text/ });
  const savedText = fieldValue();
  await user.click(screen.getByRole("button", { name: "Save" }));
  // The new line alone isn't part of the post.
  expect(fieldValue()).toBe(savedText);
  await change((loadedEditor) => loadedEditor.commands.insertContent("Then"));
  expect(fieldValue()).toBe(expected);
});

test("a picture's caption is written as its title, shown below it, and can be removed", async () => {
  const { loadEditor, findTextbox, fieldValue, user } = openEditor(`![Two boxes](${STORED_PATH})`);
  const editor = await loadEditor();
  const openDialog = async () => {
    act(() => void editor.commands.setNodeSelection(1));
    await user.click(await screen.findByRole("button", { name: "Edit alt text and caption" }));
    return screen.findByLabelText("Caption (optional)");
  };
  await user.type(await openDialog(), 'Packed on a "Tuesday"{Enter}');
  await waitFor(() =>
    expect(fieldValue()).toBe(`![Two boxes](${STORED_PATH} "Packed on a \\"Tuesday\\"")`),
  );
  expect((await findTextbox()).textContent).toContain('Packed on a "Tuesday"');
  await user.clear(await openDialog());
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(fieldValue()).toBe(`![Two boxes](${STORED_PATH})`));
});

test("reports a failed upload and leaves the text unchanged", async () => {
  vi.stubGlobal("alert", vi.fn());
  const { puts, findTextbox, fieldValue } = openEditor("Text");
  paste(await findTextbox(), [photo]);
  await waitFor(() => expect(puts).toHaveLength(1));
  act(() => puts[0]?.respond(0));
  await waitFor(() => expect(alert).toHaveBeenCalledWith("Upload failed. Please try again."));
  await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
  expect(fieldValue()).toBe("Text");
  expectLogged("Failed to upload image");
});

test("refuses a picture from another site but keeps the text around it", async () => {
  const { findTextbox, fieldValue, puts } = openEditor("");
  paste(await findTextbox(), [], '<p>Look <img src="https://elsewhere.test/x.png"></p>');
  expect(await screen.findByText(/1 picture isn't part of the copied text/)).toBeTruthy();
  await waitFor(() => expect(fieldValue()).toBe("Look"));
  expect(puts).toEqual([]);
});

test("takes the file that `Copy image` adds to a picture from another site, and keeps its alt text", async () => {
  const { findTextbox, loadEditor, fieldValue, puts } = openEditor("Before\n\nAfter");
  (await loadEditor()).commands.setTextSelection(3);
  const html = '<meta charset="utf-8"><img src="https://elsewhere.test/x.png" alt="Two boxes">';
  paste(await findTextbox(), [photo], html);
  await waitFor(() => expect(puts).toHaveLength(1));
  act(() => puts[0]?.respond(200));
  expect((await screen.findByLabelText<HTMLInputElement>(/Alt text/)).value).toBe("Two boxes");
  expect(fieldValue()).toBe(`Before\n\n![Two boxes](${STORED_PATH})\n\nAfter`);
  expect(screen.queryByText(/isn't part of the copied text/)).toBeNull();
});

test("doesn't upload one of our own pictures again when it is copied", async () => {
  const { findTextbox, loadEditor, fieldValue, puts } = openEditor("");
  await loadEditor();
  paste(await findTextbox(), [photo], `<img src="${STORED_PATH}" alt="Two boxes">`);
  await waitFor(() => expect(fieldValue()).toBe(`![Two boxes](${STORED_PATH})`));
  expect(puts).toEqual([]);
});

test("keeps pasted pictures at their places and in order, whichever arrives first", async () => {
  const { findTextbox, fieldValue, puts, countStored, user } = openEditor("");
  const picture = (alt: string) => `<img src="${LAPTOP_PICTURE}" alt="${alt}">`;
  const html = `<h2>Boxes</h2><p>${picture("A")}${picture("B")}</p><p>Then ${picture("C")} last</p>`;
  paste(await findTextbox(), [], html);
  await waitFor(() => expect(puts).toHaveLength(3));
  expect(fieldValue()).toBe("## Boxes\n\nThen last");
  const editorTexts = (await findTextbox()).textContent;
  for (const index of [2, 1]) act(() => puts[index]?.respond(200));
  await waitFor(() => expect(countStored()).toBe(2));
  expect((await findTextbox()).textContent).toBe(editorTexts);
  act(() => puts[0]?.respond(200));
  for (const alt of ["A", "B", "C"]) {
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLInputElement>(/Alt text/).value).toBe(alt),
    );
    await user.type(screen.getByLabelText(/Alt text/), "{Enter}");
  }
  expect(fieldValue()).toBe(
    "## Boxes\n\n![A](/images/site/3)![B](/images/site/2)\n\nThen ![C](/images/site/1) last",
  );
});

test("doesn't insert or ask about a picture whose place was deleted during the upload", async () => {
  const { findTextbox, change, fieldValue, puts } = openEditor("Text");
  paste(await findTextbox(), [], `<p>Old</p><p>Box <img src="${LAPTOP_PICTURE}" alt="Box"></p>`);
  await waitFor(() => expect(puts).toHaveLength(1));
  await change((editor) => editor.commands.setContent("<p>New</p>"));
  act(() => puts[0]?.respond(200));
  await waitFor(() => expect(fieldValue()).toBe("New"));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("refuses a file that isn't a picture", async () => {
  const { findTextbox, puts } = openEditor("Text");
  paste(await findTextbox(), [new File(["x"], "plan.pdf", { type: "application/pdf" })]);
  expect(await screen.findByText("Not a picture")).toBeTruthy();
  expect(puts).toEqual([]);
});
