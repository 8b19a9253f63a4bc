import { cleanup, render } from "@testing-library/react";
import { BrowserRouter } from "react-router-dom";
import { expect, test, vi } from "vitest";
import { ScrollManager } from "./scroll-manager.tsx";

/** As the browser opens an address by itself: without a key of the router's. */
const load = (path: string) => {
  cleanup();
  window.history.replaceState(null, "", path);
  render(
    <BrowserRouter>
      <ScrollManager />
    </BrowserRouter>,
  );
};

test("a reload goes back to where the person was; another page that is opened begins at its top", () => {
  const scrollTo = vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  load("/privacy-policy");
  vi.spyOn(window, "scrollY", "get").mockReturnValue(1723);
  window.dispatchEvent(new Event("scrollend"));
  load("/dashboard");
  expect(scrollTo).not.toHaveBeenCalled();
  load("/privacy-policy");
  expect(scrollTo).toHaveBeenCalledWith({ top: 1723, behavior: "instant" });
});
