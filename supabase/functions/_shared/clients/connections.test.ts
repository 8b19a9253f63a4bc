import { afterEach, describe, expect, it, vi } from "vitest";
import { createPool, getConnectionOptions } from "./connections.ts";

it.each([
  ["postgres://u:p@db.example.org:5432/postgres", { ssl: "prefer" }],
  [
    "postgres://u:p@pooler.example.org:6543/postgres",
    { prepare: false, max_pipeline: 0, ssl: "prefer" },
  ],
  ["postgres://u:p@db.example.org/postgres?sslmode=require", {}],
  [
    "postgres://u:p@pooler.example.org:6543/postgres?ssl=disable",
    { prepare: false, max_pipeline: 0 },
  ],
])("the connection to %s has the options %j", (url, expected) => {
  expect(getConnectionOptions(url)).toEqual(expected);
});

describe("a pool whose connections are all taken", () => {
  afterEach(() => vi.useRealTimers());

  it("threat 67: waits as long as the caller allows, then says that we're busy", async () => {
    vi.useFakeTimers();
    const pool = createPool("postgres://u:p@db.example.org/postgres", 1);
    await pool.acquire(0);
    const onFailure = vi.fn<(error: unknown) => void>();
    const wait = pool.acquire(3000).catch(onFailure);
    await vi.advanceTimersByTimeAsync(2999);
    expect(onFailure).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await wait;
    expect(onFailure).toHaveBeenCalledWith(expect.objectContaining({ code: "busy", status: 503 }));
  });

  it("gives a free one to whoever has waited the longest and still waits", async () => {
    vi.useFakeTimers();
    const pool = createPool("postgres://u:p@db.example.org/postgres", 1);
    const connection = await pool.acquire(0);
    const order: string[] = [];
    const wait = (name: string, maxWaitMs: number) =>
      pool.acquire(maxWaitMs).then(
        (taken) => {
          order.push(name);
          return taken;
        },
        () => undefined,
      );
    const gone = wait("gone", 1000);
    const first = wait("first", 15_000);
    const second = wait("second", 15_000);
    await vi.advanceTimersByTimeAsync(5000);
    await gone;
    pool.release(connection);
    pool.release((await first)!);
    expect(await second).toBe(connection);
    expect(order).toEqual(["first", "second"]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
