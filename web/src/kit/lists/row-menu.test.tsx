import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderInApp } from "#testing/render-app.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { useState } from "react";
import { RowAction, RowMenu } from "./row-menu.tsx";

const merge = vi.fn<() => void>();

const DeleteAction = () => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <RowAction onClick={() => setOpen(true)}>Delete</RowAction>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Delete Ann?">
        <p>For good.</p>
      </Dialog>
    </>
  );
};

const renderMenu = () => {
  const view = renderInApp(
    <>
      <RowMenu name="Ann">
        <RowAction onClick={merge}>Merge</RowAction>
        <RowAction disabled onClick={merge}>
          Archive
        </RowAction>
        <DeleteAction />
      </RowMenu>
      <button type="button">After</button>
    </>,
  );
  const menuButton = screen.getByRole("button", { name: "More for Ann" });
  const getFocusedText = () => document.activeElement?.textContent;
  return { ...view, menuButton, getFocusedText };
};

test("a row's menu opens on its first action, and the arrow keys, Home and End move the focus past disabled actions", async () => {
  const { user, menuButton, getFocusedText } = renderMenu();
  menuButton.focus();
  await user.keyboard("{ArrowDown}");
  expect(menuButton.getAttribute("aria-expanded")).toBe("true");
  expect(screen.getAllByRole("menuitem")).toHaveLength(3);
  expect(getFocusedText()).toBe("Merge");
  await user.keyboard("{ArrowDown}");
  expect(getFocusedText()).toBe("Delete");
  await user.keyboard("{ArrowDown}");
  expect(getFocusedText()).toBe("Merge");
  await user.keyboard("{ArrowUp}");
  expect(getFocusedText()).toBe("Delete");
  await user.keyboard("{Home}");
  expect(getFocusedText()).toBe("Merge");
  await user.keyboard("{End}");
  expect(getFocusedText()).toBe("Delete");
});

test("a row's menu closes on Escape and returns the focus, and Tab continues from its button", async () => {
  const { user, menuButton, getFocusedText } = renderMenu();
  await user.click(menuButton);
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("menu")).toBeNull();
  expect(document.activeElement).toBe(menuButton);
  await user.keyboard("{Enter}{Tab}");
  expect(screen.queryByRole("menu")).toBeNull();
  expect(getFocusedText()).toBe("After");
});

test("a row's menu closes on a click outside", async () => {
  const { user, menuButton } = renderMenu();
  await user.click(menuButton);
  await user.click(screen.getByRole("button", { name: "After" }));
  expect(screen.queryByRole("menu")).toBeNull();
});

test("an action of a row's menu runs once, and its dialog returns the focus to the menu's button", async () => {
  const { user, menuButton } = renderMenu();
  await user.click(menuButton);
  await user.click(screen.getByRole("menuitem", { name: "Merge" }));
  expect(merge).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole("menu")).toBeNull();
  await user.keyboard("{Enter}{End}{Enter}");
  await screen.findByRole("dialog", { name: "Delete Ann?" });
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(menuButton);
});

test("a row's menu stays in the window when its button moves out of the window", async () => {
  const { user, menuButton } = renderMenu();
  vi.spyOn(document.documentElement, "clientHeight", "get").mockReturnValue(600);
  const moveButton = (top: number) => {
    menuButton.getBoundingClientRect = () => new DOMRect(300, top, 40, 40);
  };
  moveButton(100);
  await user.click(menuButton);
  const menu = screen.getByRole("menu", { name: "More for Ann" });
  Object.defineProperty(menu, "offsetHeight", { value: 120 });
  const getTopAfterMove = (top: number) => {
    moveButton(top);
    fireEvent.scroll(document);
    return Number.parseFloat(menu.style.top);
  };
  expect(getTopAfterMove(100)).toBe(144);
  expect(getTopAfterMove(-500)).toBe(4);
  expect(getTopAfterMove(1100)).toBe(476);
  expect(getTopAfterMove(540)).toBe(416);
  vi.restoreAllMocks();
});
