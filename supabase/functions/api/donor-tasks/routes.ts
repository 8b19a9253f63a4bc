import { donorTaskEndpoints } from "../../_shared/contracts/donor-tasks.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { writeHandlers } from "../../_shared/http/write-handlers.ts";
import { donorTaskWrites, listDonorTasks } from "./queries.ts";

const { create, update, remove } = writeHandlers(donorTaskWrites, "task");

export default implement(donorTaskEndpoints, {
  listDonorTasks: ({ asCaller, query }) => asCaller((sql) => listDonorTasks(sql, query)),
  createDonorTask: create,
  updateDonorTask: update,
  deleteDonorTask: remove,
});
