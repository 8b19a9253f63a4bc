import { describe, expect, it } from "vitest";
import type { Sql } from "../clients/database.ts";
import type { RunTransaction } from "./handlers.ts";
import { runAlways } from "./mount.ts";
import { writeHandlers } from "./write-handlers.ts";

const record = { id: "b2f1a6de-6f0c-4d5b-9a0b-0c6a4f3b2d11" };
const params = { id: record.id };
const query = {};
const asCaller: RunTransaction = (work) => work({} as Sql);

const createHandlers = (saved: object | undefined, deletedMessage?: string) =>
  writeHandlers(
    {
      insert: () => Promise.resolve(record),
      update: () => Promise.resolve(saved),
      remove: () => Promise.resolve(saved),
    },
    "mission item",
    deletedMessage,
  );

describe("writes of a record", () => {
  it("return the record, or say that it was deleted", async () => {
    const { create, update, remove } = createHandlers(record);
    expect(await create({ asCaller, body: {}, once: runAlways })).toEqual(record);
    expect(await update({ asCaller, params, body: {} })).toEqual(record);
    expect(await remove({ asCaller, params, query })).toEqual({ message: "Mission item deleted" });
    const { remove: removeOther } = createHandlers(record, "Item gone");
    expect(await removeOther({ asCaller, params, query })).toEqual({ message: "Item gone" });
  });

  it("create the record only once if a request is repeated", async () => {
    const { create } = createHandlers(record);
    const stored = { id: "stored" };
    const once = () => Promise.resolve(stored) as never;
    expect(await create({ asCaller, body: {}, once })).toBe(stored);
  });

  it("say by its name that a record wasn't found", async () => {
    const { update, remove } = createHandlers(undefined);
    const notFound = {
      code: "not_found",
      message: "We couldn't find that mission item. It may have been deleted.",
    };
    await expect(update({ asCaller, params, body: {} })).rejects.toMatchObject(notFound);
    await expect(remove({ asCaller, params, query })).rejects.toMatchObject(notFound);
  });
});
