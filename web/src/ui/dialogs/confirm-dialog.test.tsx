import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { ConfirmDialog } from "./confirm-dialog.tsx";

const DeleteConfirmation = ({ onConfirm }: { readonly onConfirm: () => Promise<void> | void }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Delete
      </button>
      <ConfirmDialog
        open={isOpen}
        title="Delete this?"
        body="This action cannot be undone."
        confirmLabel="Delete it"
        cancelLabel="Keep it"
        destructive
        onConfirm={async () => {
          await onConfirm();
          setOpen(false);
        }}
        onCancel={() => setOpen(false)}
      />
    </>
  );
};

const openConfirmation = async (onConfirm: () => Promise<void> | void = () => undefined) => {
  const user = userEvent.setup();
  render(<DeleteConfirmation onConfirm={onConfirm} />);
  await user.click(screen.getByText("Delete"));
  return {
    user,
    button: (name: string) => screen.getByRole<HTMLButtonElement>("button", { name }),
  };
};

describe("a confirmation dialog", () => {
  test("focuses Cancel first, and canceling changes nothing and returns the focus", async () => {
    const onConfirm = vi.fn<() => void>();
    const { user, button } = await openConfirmation(onConfirm);
    expect(screen.getByRole("dialog", { name: "Delete this?" })).toBeTruthy();
    expect(document.activeElement).toBe(button("Keep it"));
    await user.keyboard("{Enter}");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(onConfirm).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(screen.getByText("Delete"));
  });

  test("waits for the action and then closes", async () => {
    let finish: () => void = () => undefined;
    const { user, button } = await openConfirmation(
      () => new Promise((resolve) => (finish = resolve)),
    );
    await user.click(button("Delete it"));
    for (const name of ["Delete it", "Keep it", "Close"]) expect(button(name).disabled).toBe(true);
    await act(async () => finish());
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("stays open for another try if the action fails", async () => {
    const { user, button } = await openConfirmation(() => Promise.reject(new Error("offline")));
    await user.click(button("Delete it"));
    expect(screen.queryByRole("dialog")).not.toBeNull();
    expect(button("Delete it").disabled).toBe(false);
  });
});
