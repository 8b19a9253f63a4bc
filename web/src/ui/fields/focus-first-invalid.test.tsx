import { expect, it, vi } from "vitest";
import { focusFirstInvalid } from "./focus-first-invalid.ts";

it("threat 50: focuses a field that becomes invalid and enabled only a few frames later", async () => {
  document.body.innerHTML = "<form><input name='right'><input name='wrong' disabled></form>";
  const form = document.querySelector("form");
  const invalidField = form?.querySelector<HTMLInputElement>("[name=wrong]");
  focusFirstInvalid(form);
  const waitForNextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await waitForNextFrame();
  await waitForNextFrame();
  invalidField?.setAttribute("aria-invalid", "true");
  await waitForNextFrame();
  expect(document.activeElement).toBe(document.body);
  invalidField?.removeAttribute("disabled");
  await vi.waitFor(() => expect(document.activeElement).toBe(invalidField));
});
