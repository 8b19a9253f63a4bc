import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { ApiError } from "#lib/api/api-error.ts";
import { conflictOf, useInitialVersion } from "./edited-version.ts";

const FIRST = "2026-11-20T15:00:00.000Z";
const SECOND = "2026-11-20T15:00:05.000Z";

const begin = (draft: object | null = null) =>
  renderHook(
    ({ value, values }: { readonly value: string; readonly values: object }) =>
      useInitialVersion({ version: { name: "updatedAt", value }, values }, draft),
    { initialProps: { value: FIRST, values: { city: "Waco" } } },
  );

test("a form adopts its record's new version while its values stay the same", () => {
  const { result, rerender } = begin();
  expect(result.current.version()).toBe(FIRST);
  rerender({ value: SECOND, values: { city: "Waco" } });
  expect(result.current.version()).toBe(SECOND);
});

test("a form keeps its version when someone else changes its values", () => {
  const { result, rerender } = begin();
  rerender({ value: SECOND, values: { city: "Austin" } });
  expect(result.current.version()).toBe(FIRST);
});

test("a draft keeps the version it was based on", () => {
  const { result, rerender } = begin({ city: "Belton", updatedAt: FIRST });
  rerender({ value: SECOND, values: { city: "Waco" } });
  expect(result.current.version()).toBe(FIRST);
});

test("fields that are sent but not shown can conflict; fields that are neither can't", () => {
  const body = {
    code: "stale_edit",
    savedBy: "dana",
    current: { title: "Harvest", isPublished: true, slug: "harvest", updatedAt: SECOND },
    issues: ["isPublished", "slug"].map((path) => ({ path })),
  };
  const changedElsewhere = (sent: object) =>
    conflictOf(new ApiError(409, JSON.stringify(body), "Conflict"), {
      version: { name: "updatedAt", value: FIRST },
      initialValues: { title: "Harvest" },
      sent,
      fields: { title: "Harvest" },
      form: null,
    })?.changed.map(({ name }) => name);
  expect(changedElsewhere({ title: "Harvest home", isPublished: false })).toEqual(["isPublished"]);
  expect(changedElsewhere({ title: "Harvest home" })).toEqual([]);
});
