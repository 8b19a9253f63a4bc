import type { z } from "zod";
import { donorTaskEndpoints } from "#contracts/donor-tasks.ts";
import { PAGE_LIMIT_MAX } from "#contracts/limits.ts";
import { donorTasks, type DonorTask } from "#data/donor-tasks/resource.ts";
import { useRecords } from "#data/resource.ts";
import { DeleteButton } from "#kit/forms/delete-button.tsx";
import { FormText } from "#kit/forms/form-fields.tsx";
import { RecordEditor } from "#kit/forms/record-editor.tsx";
import { RowAction, RowMenu } from "#kit/lists/row-menu.tsx";
import { NEW_RECORD_ID, useOpenedRecord, useRecordOf } from "#kit/lists/use-opened-record.ts";
import { shortDay } from "#lib/format.ts";
import { ShortDate } from "#lib/time/dates.tsx";
import { useToday } from "#lib/time/use-today.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { QueryStates } from "#admin/query-states.tsx";
import { TaskDoneButton } from "./task-done-button.tsx";

const SCHEMAS = {
  create: donorTaskEndpoints.createDonorTask.body,
  update: donorTaskEndpoints.updateDonorTask.body.required({ dueOn: true }),
};
type TaskInput = z.input<typeof SCHEMAS.create>;

const COMPLETED_TASK_LIMIT = 5;

interface TaskProps {
  readonly task: DonorTask;
}

interface TaskEditorProps {
  readonly donorId: string;
  /** Null for a new task. */
  readonly task: DonorTask | null;
  readonly onDone: () => void;
}

const TaskEditor = ({ donorId, task, onDone }: TaskEditorProps) => {
  const fields = { text: "", dueOn: useToday() };
  return (
    <RecordEditor
      noun="task"
      draftName={donorId}
      resource={donorTasks}
      schemas={SCHEMAS}
      record={task}
      emptyValues={task ? fields : { ...fields, donorId }}
      onDone={onDone}
    >
      <FormText<TaskInput>
        name="text"
        label="Task"
        placeholder="Call about the spring drive"
        className="sm:col-span-2"
      />
      <FormText<TaskInput>
        name="dueOn"
        label="Due"
        type="date"
        description="It appears on the overview starting that day."
      />
    </RecordEditor>
  );
};

const DeleteTask = ({ task: { id, isCall, text } }: TaskProps) => (
  <DeleteButton
    noun={isCall ? "call" : "task"}
    resource={donorTasks}
    id={id}
    name={text}
    question={
      isCall
        ? "Delete this call if it wasn't made. The donor may be listed under Calls again."
        : "Are you sure you want to delete this task? This can't be undone."
    }
  />
);

const UnfinishedTask = ({ task, onEdit }: TaskProps & { readonly onEdit: () => void }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
    <div className="min-w-0">
      <p className="font-semibold wrap-anywhere">{task.text}</p>
      <p className="quiet text-sm">
        {task.isDue && <Badge tone="attention">Due</Badge>} {shortDay(task.dueOn)}, added by{" "}
        {task.createdBy}
      </p>
    </div>
    <div className="flex items-center gap-2">
      <TaskDoneButton task={task} />
      <RowMenu name={task.text}>
        <RowAction aria-label={`Edit ${task.text}`} onClick={onEdit}>
          Edit
        </RowAction>
        <DeleteTask task={task} />
      </RowMenu>
    </div>
  </div>
);

const DoneTask = ({ task }: TaskProps) => (
  <>
    <div className="quiet min-w-0 text-sm">
      <p className="wrap-anywhere">{task.text}</p>
      <p>
        {task.doneAt && <ShortDate moment={task.doneAt} />} by {task.doneBy}
      </p>
    </div>
    {task.isCall ? <DeleteTask task={task} /> : <TaskDoneButton task={task} />}
  </>
);

const DoneTasks = ({ donorId }: { readonly donorId: string }) => {
  const { data } = useRecords(donorTasks, {
    donorId,
    isDone: "true",
    sort: "-doneAt",
    limit: COMPLETED_TASK_LIMIT,
  });
  if (!data || data.rows.length === 0) return null;
  return (
    <>
      <h3 className="mt-4 font-semibold">Done</h3>
      <ul className="divide-base-300 divide-y" aria-label="Done">
        {data.rows.map((task) => (
          <li
            key={task.id}
            data-row={task.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
          >
            <DoneTask task={task} />
          </li>
        ))}
      </ul>
    </>
  );
};

/** Lists a donor's open tasks, and the most recently completed ones. */
export const DonorTasks = ({ donorId }: { readonly donorId: string }) => {
  const query = useRecords(donorTasks, { donorId, isDone: "false", limit: PAGE_LIMIT_MAX });
  const { id, open, close } = useOpenedRecord("task");
  const editedTask = useRecordOf(query.data?.rows, id);
  const isListed = query.data?.rows.some((task) => task.id === editedTask?.id);
  return (
    <section className="card-box p-5 sm:p-6" aria-labelledby="tasks-title">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SectionHeading id="tasks-title">Tasks</SectionHeading>
        {id !== NEW_RECORD_ID && (
          <Button variant="outline" size="sm" onClick={() => open(NEW_RECORD_ID)}>
            Add task
          </Button>
        )}
      </div>
      {id === NEW_RECORD_ID && <TaskEditor donorId={donorId} task={null} onDone={close} />}
      {editedTask && !isListed && <TaskEditor donorId={donorId} task={editedTask} onDone={close} />}
      <QueryStates query={query} subject="tasks">
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="quiet mt-1 text-sm">Nothing to do for this donor.</p>
          ) : (
            <ul className="divide-base-300 divide-y">
              {rows.map((task) => (
                <li key={task.id} data-row={task.id} className="py-3">
                  {task.id === id ? (
                    <TaskEditor key={task.id} donorId={donorId} task={task} onDone={close} />
                  ) : (
                    <UnfinishedTask task={task} onEdit={() => open(task.id)} />
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </QueryStates>
      <DoneTasks donorId={donorId} />
    </section>
  );
};
