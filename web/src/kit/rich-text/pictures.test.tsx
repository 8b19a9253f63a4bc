import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { fakeApi } from "#testing/fake-api.ts";
import { storeTokens } from "#testing/fake-supabase.ts";
import { fakeUploads } from "#testing/fake-upload.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { openRichText } from "#testing/rich-text.tsx";

const STORED_PATH = "/images/site/1";

beforeEach(() => storeTokens("admin"));

const openEditor = (content: string) => {
  const puts = fakeUploads();
  fakeApi({
    "POST /api/objects/upload": { body: { uploadURL: "https://storage.test/1" } },
    "POST /api/normalize-object-path": { body: { objectPath: STORED_PATH } },
  });
  return { puts, ...openRichText(content) };
};
const photo = new File(["x"], "boxes.gif", { type: "image/gif" });

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
  expect(await screen.findByText("Pictures from other sites can't be pasted")).toBeTruthy();
  await waitFor(() => expect(fieldValue()).toBe("Look"));
  expect(puts).toEqual([]);
});

test("refuses a file that isn't a picture", async () => {
  const { findTextbox, puts } = openEditor("Text");
  paste(await findTextbox(), [new File(["x"], "plan.pdf", { type: "application/pdf" })]);
  expect(await screen.findByText("Not a picture")).toBeTruthy();
  expect(puts).toEqual([]);
});
