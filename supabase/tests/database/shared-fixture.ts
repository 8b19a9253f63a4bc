import { afterAll, beforeAll } from "vitest";
import { withRollbackIn } from "../rolled-back.ts";
import { withRollback, type Transaction } from "./connection.ts";

/**
 * Adds rows once for all tests of a `describe`, because adding them takes longer than most of these tests. Returns a
 * function that runs `work` in a savepoint that is always rolled back.
 */
export function shareFixture<Fixture>(addFixture: (tx: Transaction) => Promise<Fixture>) {
  const opened = Promise.withResolvers<{ tx: Transaction; fixture: Fixture }>();
  const finished = Promise.withResolvers<void>();
  let rolledBack: Promise<void> | undefined;
  beforeAll(async () => {
    rolledBack = withRollback(async (tx) => {
      opened.resolve({ tx, fixture: await addFixture(tx) });
      await finished.promise;
    });
    await Promise.race([opened.promise, rolledBack]);
  });
  afterAll(() => {
    finished.resolve();
    return rolledBack;
  });
  return async <Result>(
    work: (tx: Transaction, fixture: Fixture) => Promise<Result>,
  ): Promise<Result> => {
    const { tx, fixture } = await opened.promise;
    return withRollbackIn<Transaction, Result>(
      (run) => tx.savepoint(run),
      (savepoint) => work(savepoint, fixture),
    );
  };
}
