import { expect } from "vitest";
import type { Transaction } from "./connection.ts";

/** Waits until the connection with this process id is blocked by a lock that the transaction holds. */
export async function waitUntilBlocked(tx: Transaction, pid: number): Promise<void> {
  const isBlocked = async () => {
    const [row] = await tx<[{ isBlocked: boolean }]>`
      select pg_backend_pid() = any (pg_blocking_pids(${pid})) as "isBlocked"`;
    return row.isBlocked;
  };
  await expect.poll(isBlocked).toBe(true);
}
