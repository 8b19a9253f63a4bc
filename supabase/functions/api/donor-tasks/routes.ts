import { donorTaskEndpoints } from "../../_shared/contracts/donor-tasks.ts";
import { implement, requireFound } from "../../_shared/http/handlers.ts";
import { donorTaskWrites, listDonorTasks } from "./queries.ts";

export default implement(donorTaskEndpoints, {
  listDonorTasks: ({ asCaller, query }) => asCaller((sql) => listDonorTasks(sql, query)),
  createDonorTask: ({ asCaller, body, once }) =>
    asCaller((sql) => once(sql, () => donorTaskWrites.insert(sql, body))),
  updateDonorTask: async ({ asCaller, params: { id }, body }) =>
    requireFound(await asCaller((sql) => donorTaskWrites.update(sql, id, body)), "task"),
  deleteDonorTask: async ({ asCaller, params: { id } }) => {
    requireFound(await asCaller((sql) => donorTaskWrites.remove(sql, id)), "task");
    return { message: "Task deleted" };
  },
});
