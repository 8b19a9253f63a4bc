import { expect, test, vi } from "vitest";
import { isTimeout } from "#lib/api/time-limit.ts";
import { fakeUploads } from "#testing/fake-upload.ts";
import { stopClock } from "#testing/clock.ts";
import { putFile } from "./put-file.ts";

const start = () => {
  stopClock();
  const puts = fakeUploads();
  const ended = vi.fn<(error?: unknown) => void>();
  putFile("https://storage.test/1", new Blob(["a"]), () => undefined).then(() => ended(), ended);
  return { put: puts[0]!, ended };
};

test("gives up after 30 seconds without progress", async () => {
  const { put, ended } = start();
  for (const percent of [10, 20, 30]) {
    await vi.advanceTimersByTimeAsync(29_000);
    put.progress(percent);
  }
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(isTimeout(ended.mock.calls[0]?.[0])).toBe(true);
});

test("clears its timer once the upload has ended", async () => {
  const { put, ended } = start();
  put.answer(200);
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toHaveBeenCalledWith();
  expect(vi.getTimerCount()).toBe(0);
});
