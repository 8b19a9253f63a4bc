import { expect, it, vi } from "vitest";
import { textStream } from "./text-stream.ts";

const numbers = (ended: () => void) =>
  textStream(async (write) => {
    try {
      for (let number = 0; number < 1_000_000; number += 1) await write(`${number}\n`);
    } finally {
      ended();
    }
  });

it("gives what is written, in order", async () => {
  const stream = await textStream(async (write) => {
    await write("Grüße");
    await write(", Ann");
  });
  expect(await new Response(stream).text()).toBe("Grüße, Ann");
});

it("nothing is a stream of nothing", async () => {
  expect(await new Response(await textStream(async () => {})).text()).toBe("");
});

it("waits for its reader, and ends when she leaves", async () => {
  const ended = vi.fn<() => void>();
  const written = vi.fn<() => void>();
  const stream = await textStream(async (write) => {
    try {
      for (;;) {
        await write("1,2\r\n");
        written();
      }
    } finally {
      ended();
    }
  });
  const reader = stream.getReader();
  await reader.read();
  await reader.read();
  expect(written.mock.calls.length).toBeLessThan(5);
  expect(ended).not.toHaveBeenCalled();
  await reader.cancel();
  await vi.waitFor(() => expect(ended).toHaveBeenCalled());
});

it("ends also when she leaves before the first piece has gone out", async () => {
  const ended = vi.fn<() => void>();
  await (await numbers(ended)).cancel();
  await vi.waitFor(() => expect(ended).toHaveBeenCalled());
});

it("what fails before the first piece fails the call, what fails later breaks the stream", async () => {
  await expect(textStream(() => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
  const stream = await textStream(async (write) => {
    await write("1");
    throw new Error("lost");
  });
  await expect(new Response(stream).text()).rejects.toThrow("lost");
});
