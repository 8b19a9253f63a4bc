import { z } from "zod";
import { adminEndpoints, writeEndpoints } from "./endpoint.ts";
import { date, flag, id, line, timestamp } from "./fields.ts";
import { listEndpoint } from "./list.ts";
import { anyway, dueDay } from "./usual-days.ts";
import { version } from "./versions.ts";

export const donorTask = z.object({
  id,
  donorId: id,
  /** True for a thank-you call, which is recorded only after it has been made. */
  isCall: z.boolean(),
  text: z.string(),
  dueOn: date,
  isDone: z.boolean(),
  doneAt: timestamp.nullable(),
  doneBy: z.string().nullable(),
  createdBy: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

const writableFields = z.strictObject({ ...anyway, text: line(200), dueOn: dueDay });

const writes = writeEndpoints("/api/donor-tasks", donorTask);

export const donorTaskEndpoints = adminEndpoints("giving", {
  listDonorTasks: listEndpoint({
    path: "/api/donor-tasks",
    summary: "Tasks for donors and thank-you calls, earliest first",
    sorts: ["dueOn", "-dueOn", "-doneAt"],
    searchedFields: "text",
    filters: { donorId: id.optional(), isDone: flag, isDue: flag },
    item: donorTask.extend({
      donorName: z.string(),
      /** True if the task is open and is due today or overdue, in the organization's time zone. */
      isDue: z.boolean(),
    }),
  }),
  createDonorTask: writes.create("Add a task for a donor", writableFields.extend({ donorId: id })),
  updateDonorTask: writes.update(
    "Change a task, mark it as done or reopen it",
    writableFields.extend({ isDone: z.boolean() }).partial().extend(version),
  ),
  deleteDonorTask: writes.remove("Delete a task or a call"),
});
