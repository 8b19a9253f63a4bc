import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ApiError } from "./api-error.ts";
import { joinParts, readFileParts, type FileParts } from "./file-parts.ts";

interface Part {
  readonly text: string;
  readonly rows: number;
  readonly total?: number;
  readonly next?: string;
}

const FIRST: Part = { text: "\uFEFFName\r\nAnn\r\nBo\r\n", rows: 2, total: 3, next: "after-bo" };
const LAST: Part = { text: "Cy\r\n", rows: 1, total: 3 };

/** Responds as the server does. `body` replaces the text, as a gateway that cuts it would. */
const respondWith = ({ text, rows, total, next }: Part, body = text) =>
  new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="donations-2026-11-28.csv"',
      "x-part-rows": String(rows),
      "x-part-bytes": String(new TextEncoder().encode(text).length),
      ...(total === undefined ? {} : { "x-total-count": String(total) }),
      ...(next === undefined ? {} : { "x-next-cursor": next }),
    },
  });

type Answer = () => Response;

/** Answers the requests with these answers, one after another. The last one is repeated. */
const download = (answers: readonly Answer[], earlierParts?: FileParts) => {
  const cursors: (string | undefined)[] = [];
  const progress: FileParts[] = [];
  const controller = new AbortController();
  const result = readFileParts({
    requestPart: async (cursor) => {
      cursors.push(cursor);
      return answers[Math.min(cursors.length, answers.length) - 1]!();
    },
    earlierParts,
    fallbackName: "donations.csv",
    signal: controller.signal,
    onPart: (parts) => progress.push(parts),
  });
  result.catch(() => undefined);
  return { result, cursors, progress, controller };
};

const readBytes = async (parts: FileParts) =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(await joinParts(parts).arrayBuffer());

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a file in parts", () => {
  test("is joined in the order of its cursors, with one byte order mark", async () => {
    const { result, cursors, progress } = download([
      () => respondWith(FIRST),
      () => respondWith(LAST),
    ]);
    const parts = await result;
    expect(await readBytes(parts)).toBe("\uFEFFName\r\nAnn\r\nBo\r\nCy\r\n");
    expect(parts.filename).toBe("donations-2026-11-28.csv");
    expect(cursors).toEqual([undefined, "after-bo"]);
    expect(progress.map(({ rowCount, expectedRowCount }) => [rowCount, expectedRowCount])).toEqual([
      [2, 3],
      [3, 3],
    ]);
  });

  test.each([
    ["in the middle of a row", "\uFEFFName\r\nAnn\r\nB"],
    ["at the end of a row", "\uFEFFName\r\nAnn\r\n"],
    ["between CR and LF", "\uFEFFName\r\nAnn\r\nBo\r"],
    ["before the first byte", ""],
  ])("threat 29: isn't returned if its first part is always cut %s", async (_, cutText) => {
    const { result, cursors, progress } = download([() => respondWith(FIRST, cutText)]);
    await vi.runAllTimersAsync();
    await expect(result).rejects.toThrow("A part of the file was cut");
    expect(cursors).toHaveLength(4);
    expect(progress).toEqual([]);
  });

  test.each<readonly [string, Answer]>([
    ["cut", () => respondWith(LAST, "C")],
    ["replaced by a page without the figures", () => new Response("<html>", { status: 200 })],
    [
      "refused because the server is busy",
      () => throwError(new ApiError(503, "", "Busy", { retryAfter: "3" })),
    ],
    [
      "refused because of too many requests",
      () => throwError(new ApiError(429, "", "Wait", { retryAfter: "5" })),
    ],
    ["lost because the connection dropped", () => throwError(new TypeError("Failed to fetch"))],
  ])("threat 29: repeats only the part that was %s", async (_, fail) => {
    const { result, cursors } = download([
      () => respondWith(FIRST),
      fail,
      fail,
      () => respondWith(LAST),
    ]);
    await vi.runAllTimersAsync();
    expect(await readBytes(await result)).toBe("\uFEFFName\r\nAnn\r\nBo\r\nCy\r\n");
    expect(cursors).toEqual([undefined, "after-bo", "after-bo", "after-bo"]);
  });

  test.each([
    ["the session has ended", new ApiError(401, "", "Unauthorized")],
    ["access was withdrawn", new ApiError(403, "", "Forbidden")],
    ["the wait would be too long", new ApiError(429, "", "Wait", { retryAfter: "300" })],
  ])("isn't requested again if %s", async (_, error) => {
    const { result, cursors } = download([() => respondWith(FIRST), () => throwError(error)]);
    await vi.runAllTimersAsync();
    await expect(result).rejects.toBe(error);
    expect(cursors).toHaveLength(2);
  });

  test("continues after the parts that arrived before an interruption", async () => {
    const first = download([
      () => respondWith(FIRST),
      () => throwError(new ApiError(401, "", "Unauthorized")),
    ]);
    await expect(first.result).rejects.toThrow("401");
    const second = download([() => respondWith(LAST)], first.progress.at(-1));
    expect(await readBytes(await second.result)).toBe("\uFEFFName\r\nAnn\r\nBo\r\nCy\r\n");
    expect(second.cursors).toEqual(["after-bo"]);
  });

  test("threat 29: isn't returned if it has fewer rows than the server counted", async () => {
    const { result } = download([
      () => respondWith(FIRST),
      () => respondWith({ ...LAST, text: "", rows: 0 }),
    ]);
    await vi.runAllTimersAsync();
    await expect(result).rejects.toThrow("The file has 2 rows instead of 3");
  });

  test("is returned if rows were deleted in the meantime, with the number of rows at the beginning", async () => {
    const { result } = download([
      () => respondWith(FIRST),
      () => respondWith({ text: "", rows: 0, total: 2 }),
    ]);
    expect(await result).toMatchObject({ rowCount: 2, expectedRowCount: 3 });
  });

  test("stops while it waits if it's canceled", async () => {
    const { result, cursors, controller } = download([() => throwError(new TypeError("offline"))]);
    await vi.advanceTimersByTimeAsync(500);
    controller.abort(new Error("canceled"));
    await expect(result).rejects.toThrow("canceled");
    expect(cursors).toHaveLength(1);
  });
});

function throwError(error: Error): never {
  throw error;
}
