import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { ApiError } from "#lib/api/api-error.ts";
import { toConflict, useInitialVersion } from "./edited-version.ts";

const FIRST_VERSION = "2026-11-20T15:00:00.000Z";
const SECOND_VERSION = "2026-11-20T15:00:05.000Z";

const renderInitialVersion = (draft: object | null = null) =>
  renderHook(
    ({ value, values }: { readonly value: string; readonly values: object }) =>
      useInitialVersion({ version: { name: "updatedAt", value }, values }, draft),
    { initialProps: { value: FIRST_VERSION, values: { city: "Waco" } } },
  );

test("a form adopts its record's new version while its values stay the same", () => {
  const { result, rerender } = renderInitialVersion();
  expect(result.current.version()).toBe(FIRST_VERSION);
  rerender({ value: SECOND_VERSION, values: { city: "Waco" } });
  expect(result.current.version()).toBe(SECOND_VERSION);
});

test("a form keeps its version when someone else changes its values", () => {
  const { result, rerender } = renderInitialVersion();
  rerender({ value: SECOND_VERSION, values: { city: "Austin" } });
  expect(result.current.version()).toBe(FIRST_VERSION);
});

test("a draft keeps the version it was based on", () => {
  const { result, rerender } = renderInitialVersion({ city: "Belton", updatedAt: FIRST_VERSION });
  rerender({ value: SECOND_VERSION, values: { city: "Waco" } });
  expect(result.current.version()).toBe(FIRST_VERSION);
});

test("fields that are sent but not shown can conflict; fields that are neither sent nor shown can't", () => {
  const body = {
    code: "stale_edit",
    savedBy: "dana",
    current: { title: "Harvest", isPublished: true, slug: "harvest", updatedAt: SECOND_VERSION },
    issues: ["isPublished", "slug"].map((path) => ({ path })),
  };
  const changedFields = (sentValues: object) =>
    toConflict(new ApiError(409, JSON.stringify(body), "Conflict"), {
      version: { name: "updatedAt", value: FIRST_VERSION },
      initialValues: { title: "Harvest" },
      sentValues,
      formValues: { title: "Harvest" },
      form: null,
    })?.changedFields.map(({ name }) => name);
  expect(changedFields({ title: "Harvest home", isPublished: false })).toEqual(["isPublished"]);
  expect(changedFields({ title: "Harvest home" })).toEqual([]);
});
