import { expect, it, vi } from "vitest";
import { streamBytes } from "./byte-stream.ts";

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
