import { afterEach, describe, expect, it, vi } from "vitest";
import { endIfUnread, streamBytes } from "./byte-stream.ts";

const encoder = new TextEncoder();
const streamText = (run: (write: (text: string) => Promise<void>) => Promise<void>) =>
  streamBytes((write) => run((text) => write(encoder.encode(text))));

const streamNumbers = (onEnd: () => void) =>
  streamText(async (write) => {
    try {
      for (let number = 0; number < 1_000_000; number += 1) await write(`${number}\n`);
    } finally {
      onEnd();
    }
  });

it("a stream has its chunks in order", async () => {
  const stream = await streamText(async (write) => {
    await write("Grüße");
    await write(", Ann");
  });
  expect(await new Response(stream).text()).toBe("Grüße, Ann");
});

it("a stream is empty if nothing is written", async () => {
  expect(await new Response(await streamText(async () => {})).text()).toBe("");
});

it("a stream applies backpressure and ends when the reader disconnects", async () => {
  const onEnd = vi.fn<() => void>();
  const onWrite = vi.fn<() => void>();
  const stream = await streamText(async (write) => {
    try {
      for (;;) {
        await write("1,2\r\n");
        onWrite();
      }
    } finally {
      onEnd();
    }
  });
  const reader = stream.getReader();
  await reader.read();
  await reader.read();
  expect(onWrite.mock.calls.length).toBeLessThan(5);
  expect(onEnd).not.toHaveBeenCalled();
  await reader.cancel();
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalled());
});

it("a stream ends if the reader disconnects before the first chunk", async () => {
  const onEnd = vi.fn<() => void>();
  await (await streamNumbers(onEnd)).cancel();
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalled());
});

it("an error before the first chunk rejects the call, and a later one rejects the stream", async () => {
  await expect(streamText(() => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
  const stream = await streamText(async (write) => {
    await write("1");
    throw new Error("lost");
  });
  await expect(new Response(stream).text()).rejects.toThrow("lost");
});

describe("a response that is streamed", () => {
  afterEach(() => vi.useRealTimers());

  it("threat 67: ends once nobody has read from it for 10 seconds, and releases what it holds", async () => {
    vi.useFakeTimers();
    const onEnd = vi.fn<() => void>();
    const reader = endIfUnread(await streamNumbers(onEnd)).getReader();
    for (let chunk = 0; chunk < 3; chunk += 1) {
      await vi.advanceTimersByTimeAsync(9999);
      expect((await reader.read()).done).toBe(false);
    }
    expect(onEnd).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(onEnd).toHaveBeenCalled();
    await expect(reader.read()).rejects.toThrow("Nobody has read the response for 10 seconds.");
  });

  it("threat 67: ends even if nobody starts to read it", async () => {
    vi.useFakeTimers();
    const onEnd = vi.fn<() => void>();
    endIfUnread(await streamNumbers(onEnd));
    await vi.advanceTimersByTimeAsync(9999);
    expect(onEnd).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(onEnd).toHaveBeenCalled();
  });

  it("is passed on whole, and its end stops the clock", async () => {
    vi.useFakeTimers();
    const stream = endIfUnread(await streamText((write) => write("Ann")));
    expect(await new Response(stream).text()).toBe("Ann");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("passes on that its reader disconnects", async () => {
    const onEnd = vi.fn<() => void>();
    await endIfUnread(await streamNumbers(onEnd)).cancel();
    await vi.waitFor(() => expect(onEnd).toHaveBeenCalled());
  });
});
