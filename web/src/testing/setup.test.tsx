import { expect, it } from "vitest";

it("a test may leave fields in the document, and its body marked", () => {
  document.body.innerHTML = "<input name='left'>";
  document.body.className = "left";
  expect(document.body.outerHTML).toContain("left");
});

it("the next test begins with an empty body, also one of another file", () => {
  expect(document.body.outerHTML).toBe("<body></body>");
});
