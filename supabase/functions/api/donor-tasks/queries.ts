import type { Row, Sql } from "../../_shared/clients/database.ts";
import type { donorTaskEndpoints } from "../../_shared/contracts/donor-tasks.ts";
import type { ListQueryOf } from "../../_shared/contracts/list.ts";
import { readPage } from "../../_shared/queries/page.ts";
import { NO_FORMER_DEMO } from "../../_shared/queries/shown-money.ts";
import { createWrites } from "../../_shared/queries/write.ts";

type ListedTask = Row<"donor_tasks"> & { readonly donorName: string; readonly isDue: boolean };
type TaskQuery = ListQueryOf<typeof donorTaskEndpoints.listDonorTasks>;

export const donorTaskWrites = createWrites("donor_tasks");

export const listDonorTasks = (sql: Sql, query: TaskQuery) => {
  const { donorId, isDone, isDue } = query;
  const dueCondition = sql`(not is_done and due_on <= (select private.today()))`;
  return readPage<ListedTask>(sql, query, {
    columns: sql`
      *, ${dueCondition} as is_due,
      (select btrim(named.first_name || ' ' || named.last_name) from private.donor_name(donor_id) as named) as donor_name`,
    from: "donor_tasks",
    where: [
      sql.unsafe(NO_FORMER_DEMO),
      ...(donorId === undefined ? [] : [sql`donor_id = ${donorId}`]),
      ...(isDone === undefined ? [] : [sql`is_done = ${isDone}`]),
      ...(isDue === undefined ? [] : [sql`${dueCondition} = ${isDue}`]),
    ],
    searchedText: sql`private.search_text(text)`,
    orders: { dueOn: [sql`due_on`], doneAt: [sql`coalesce(done_at, '-infinity')`] },
  });
};
