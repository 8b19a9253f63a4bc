import { act, cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { BrowserRouter, useNavigate } from "react-router-dom";
import { expect, test, vi } from "vitest";
import { ScrollManager } from "./scroll-manager.tsx";

/** Simulates a browser navigation, which has no router key. */
const loadPage = (path: string) => {
  cleanup();
  window.history.replaceState(null, "", path);
  render(
    <BrowserRouter>
      <ScrollManager />
    </BrowserRouter>,
  );
};

test("restores the scroll position on reload, and starts another page at its top", () => {
  const scrollTo = vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  loadPage("/privacy-policy");
  vi.spyOn(window, "scrollY", "get").mockReturnValue(1723);
  window.dispatchEvent(new Event("scrollend"));
  loadPage("/dashboard");
  expect(scrollTo).not.toHaveBeenCalled();
  loadPage("/privacy-policy");
  expect(scrollTo).toHaveBeenCalledWith({ top: 1723, behavior: "instant" });
});

const recordState = { state: { opened: "edit" } };

const RecordButtons = () => {
  const navigate = useNavigate();
  const close = () => {
    void navigate("?", { ...recordState, replace: true });
    window.history.back();
  };
  return (
    <main id="content" tabIndex={-1}>
      <button onClick={() => void navigate("?edit=new", recordState)}>Open</button>
      <button onClick={close}>Close</button>
    </main>
  );
};

test("keeps the focus when closing a record goes back to the list's history entry", async () => {
  vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  window.history.replaceState(null, "", "/dashboard/events");
  render(
    <BrowserRouter>
      <ScrollManager />
      <RecordButtons />
    </BrowserRouter>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Open" }));
  const closeButton = screen.getByRole("button", { name: "Close" });
  const backNavigation = new Promise((resolve) => {
    addEventListener("popstate", resolve, { once: true });
  });
  await user.click(closeButton);
  await act(() => backNavigation);
  expect(window.location.search).toBe("");
  expect(document.activeElement).toBe(closeButton);
});
