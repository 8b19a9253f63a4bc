import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { discardBody, readBody } from "./body.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Creates a request whose body streams from the source. */
const createRequest = (source: UnderlyingDefaultSource<Uint8Array<ArrayBuffer>>) =>
  new Request("http://localhost", {
    method: "POST",
    body: new ReadableStream(source),
    duplex: "half",
  } as RequestInit);

const byte = () => new Uint8Array([120]);

it("a body that is incomplete after 30 seconds is rejected, even if data trickles in", async () => {
  let timer: ReturnType<typeof setInterval>;
  const cancel = vi.fn<() => void>();
  const bodyPromise = readBody(
    createRequest({
      start: (controller) => void (timer = setInterval(() => controller.enqueue(byte()), 1000)),
      cancel: () => {
        clearInterval(timer);
        cancel();
      },
    }),
  );
  const errorPromise = bodyPromise.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(cancel).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await errorPromise).toMatchObject({ code: "body_too_slow", status: 408 });
  expect(cancel).toHaveBeenCalledOnce();
});

it("a complete body is returned, and its timer is cleared", async () => {
  const chunks = [byte(), byte(), byte()];
  const bodyPromise = readBody(
    createRequest({
      pull: (controller) => {
        const chunk = chunks.pop();
        if (chunk === undefined) controller.close();
        else controller.enqueue(chunk);
      },
    }),
  );
  expect(new TextDecoder().decode(await bodyPromise)).toBe("xxx");
  expect(await readBody(new Request("http://localhost", { method: "POST" }))).toHaveLength(0);
  expect(vi.getTimerCount()).toBe(0);
});

it.each([
  ["completely", 3, 1_000_000, 3],
  ["up to 10 MB", 100, 1_000_000, 11],
])("a refused body is read %s", async (_, count, size, readCount) => {
  let sentCount = 0;
  const source = {
    pull: (controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) => {
      if (sentCount === count) return controller.close();
      sentCount += 1;
      return controller.enqueue(new Uint8Array(size));
    },
  };
  await discardBody(createRequest(source));
  expect(sentCount).toBeGreaterThanOrEqual(readCount);
  expect(sentCount).toBeLessThanOrEqual(readCount + 2);
});

it("a refused body that never ends is given up after 5 seconds", async () => {
  const discarded = discardBody(createRequest({}));
  await vi.advanceTimersByTimeAsync(5000);
  await discarded;
  expect(vi.getTimerCount()).toBe(0);
});
