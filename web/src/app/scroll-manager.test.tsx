import { cleanup, render } from "@testing-library/react";
import { BrowserRouter } from "react-router-dom";
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
