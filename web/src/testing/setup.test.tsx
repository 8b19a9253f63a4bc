import { expect, it } from "vitest";

it("a test can leave elements and attributes on the body", () => {
  document.body.innerHTML = "<input name='left'>";
  document.body.className = "left";
  expect(document.body.outerHTML).toContain("left");
});

it("the next test, even in another file, starts with an empty body", () => {
  expect(document.body.outerHTML).toBe("<body></body>");
});
