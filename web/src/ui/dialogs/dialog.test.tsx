import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, test } from "vitest";
import { Dialog } from "./dialog.tsx";

const Opener = ({ locked }: { readonly locked?: boolean }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="A title"
        description="A description"
        locked={locked}
      >
        Content
      </Dialog>
    </>
  );
};

const openDialog = async (locked?: boolean) => {
  const user = userEvent.setup();
  render(<Opener locked={locked} />);
  await user.click(screen.getByText("Open"));
  return { user, dialog: screen.getByRole("dialog", { name: "A title" }) };
};

describe("a dialog", () => {
  test("has a name and a description", async () => {
    const { dialog } = await openDialog();
    const describedBy = dialog.getAttribute("aria-describedby") ?? "";
    expect(document.getElementById(describedBy)?.textContent).toBe("A description");
  });

  test("closes with its button and returns the focus", async () => {
    const { user } = await openDialog();
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(document.activeElement).toBe(screen.getByText("Open"));
  });

  test.each([
    ["Escape", (dialog: HTMLElement) => fireEvent.keyDown(dialog, { key: "Escape" })],
    [
      "a close request from the browser",
      (dialog: HTMLElement) => fireEvent(dialog, new Event("cancel", { cancelable: true })),
    ],
    [
      "a native close event",
      (dialog: HTMLElement) => {
        dialog.removeAttribute("open");
        fireEvent(dialog, new Event("close"));
      },
    ],
  ])("closes on %s, but not while it is locked", async (_, requestClose) => {
    const lockedDialog = await openDialog(true);
    requestClose(lockedDialog.dialog);
    expect(lockedDialog.dialog.hasAttribute("open")).toBe(true);
    cleanup();
    const { dialog } = await openDialog();
    requestClose(dialog);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("ignores an Escape key press that an element inside has handled", async () => {
    const { dialog } = await openDialog();
    dialog.addEventListener("keydown", (event) => event.preventDefault());
    fireEvent.keyDown(dialog, { key: "Escape" });
    expect(dialog.isConnected).toBe(true);
  });

  test("closes on a mouse press outside, but not inside", async () => {
    const { dialog } = await openDialog();
    fireEvent.mouseDown(screen.getByText("Content"));
    expect(screen.queryByRole("dialog")).not.toBeNull();
    fireEvent.mouseDown(dialog);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("stays open while an action is running", async () => {
    const { user } = await openDialog(true);
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).not.toBeNull();
  });
});
