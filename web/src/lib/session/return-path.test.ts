// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { saveReturnPath, takeReturnPath } from "./return-path.ts";

beforeEach(() => sessionStorage.clear());

const HOSTILE_PATHS: readonly string[] = [
  "https://evil.example",
  "https:evil.example",
  "http:/evil.example",
  "HTTPS://EVIL.EXAMPLE/",
  "//evil.example",
  "///evil.example",
  "////evil.example/dashboard",
  "/\\evil.example",
  "/\\/evil.example",
  "\\\\evil.example",
  "\\/evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/\r\\evil.example",
  "\t//evil.example",
  " //evil.example",
  "//evil.example/..",
  "//user@evil.example",
  "//localhost@evil.example",
  "//evil.example:3000/dashboard",
  "//localhost.evil.example",
  "//[::1]/dashboard",
  "//2130706433/",
  "javascript:alert(1)",
  "JavaScript:alert(1)//",
  "java\nscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "blob:https://evil.example/1",
  "ftp://evil.example",
  "mailto:a@evil.example",
  "dashboard",
  "",
];

it.each(HOSTILE_PATHS)("threat 39: a login doesn't lead to %j", (path) => {
  saveReturnPath("admin", path);
  expect(takeReturnPath("admin")).toBeNull();
});

it.each(["/dashboard", "/dashboard/donations?q=//x&sort=-createdAt", "/join#two"])(
  "a login returns to %s, once, and only for the same role",
  (path) => {
    saveReturnPath("admin", path);
    expect(takeReturnPath("volunteer")).toBeNull();
    expect(takeReturnPath("admin")).toBe(path);
    expect(takeReturnPath("admin")).toBeNull();
  },
);

it("a login returns to the same page even if the browser blocks storage", () => {
  const blocked = vi.spyOn(globalThis, "sessionStorage", "get").mockImplementation(() => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  });
  saveReturnPath("admin", "/dashboard/events");
  expect(takeReturnPath("admin")).toBe("/dashboard/events");
  blocked.mockRestore();
});
