const rollbackSignal = new Error("rolled back");

/** Runs `work` in the transaction or savepoint that `begin` opens, always rolls it back and returns the result. */
export async function withRollbackIn<Sql, Result>(
  begin: (work: (sql: Sql) => Promise<never>) => Promise<unknown>,
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  let result: Result | undefined;
  try {
    await begin(async (sql) => {
      result = await work(sql);
      throw rollbackSignal;
    });
  } catch (error) {
    if (error !== rollbackSignal) throw error;
  }
  return result as Result;
}
