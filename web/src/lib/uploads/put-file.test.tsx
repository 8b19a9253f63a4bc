import { expect, test, vi } from "vitest";
import { isTimeout } from "#lib/api/time-limit.ts";
import { fakeUploads } from "#testing/fake-upload.ts";
import { stopClock } from "#testing/clock.ts";
import { OTHER_REFUSALS, PLATFORM_REFUSALS } from "../../../../supabase/tests/platform-refusals.ts";
import { putFile } from "../../lib/uploads/put-file.ts";
import { getStorageRefusal } from "../../lib/uploads/upload-failure.ts";

const startUpload = () => {
  stopClock();
  const puts = fakeUploads();
  const onEnd = vi.fn<(error?: unknown) => void>();
  putFile("https://storage.test/1", new Blob(["a"]), () => undefined).then(() => onEnd(), onEnd);
  return { put: puts[0]!, onEnd };
};

test("aborts an upload after 30 seconds without progress", async () => {
  const { put, onEnd } = startUpload();
  for (const percent of [10, 20, 30]) {
    await vi.advanceTimersByTimeAsync(29_000);
    put.reportProgress(percent);
  }
  expect(onEnd).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(isTimeout(onEnd.mock.calls[0]?.[0])).toBe(true);
});

test.each([...PLATFORM_REFUSALS, ...OTHER_REFUSALS])(
  "reports an outage if something answers in Storage's place: $name ($status)",
  async ({ status, body }) => {
    const { put, onEnd } = startUpload();
    put.respond(status, body);
    await vi.advanceTimersByTimeAsync(0);
    expect(onEnd.mock.calls[0]?.[0]).toMatchObject({ status: 503, body: null });
    expect(getStorageRefusal(onEnd.mock.calls[0]?.[0])).toBeUndefined();
  },
);

test("still says that a file is too large if Storage says so itself", async () => {
  const { put, onEnd } = startUpload();
  const error = { statusCode: "413", error: "Payload too large", message: "Too large" };
  put.respond(400, JSON.stringify(error));
  await vi.advanceTimersByTimeAsync(0);
  expect(getStorageRefusal(onEnd.mock.calls[0]?.[0])).toBe("This file is too large.");
});

test("clears the timer after an upload ends", async () => {
  const { put, onEnd } = startUpload();
  put.respond(200);
  await vi.advanceTimersByTimeAsync(0);
  expect(onEnd).toHaveBeenCalledWith();
  expect(vi.getTimerCount()).toBe(0);
});
