import type { z } from "zod";
import { donorTaskEndpoints } from "#contracts/donor-tasks.ts";
import { donorTasks, type DonorTask } from "#data/donor-tasks/resource.ts";
import { useRecords } from "#data/resource.ts";
import { DeleteButton } from "#kit/forms/delete-button.tsx";
import { RowMenu } from "#kit/lists/row-menu.tsx";
import { FormText } from "#kit/forms/form-fields.tsx";
import { RecordEditor } from "#kit/forms/record-editor.tsx";
import type { EditorProps } from "#kit/lists/row-editing.tsx";
import { shortDay } from "#lib/format.ts";
import { ShortDate } from "#lib/time/dates.tsx";
import { useToday } from "#lib/time/use-today.ts";
import { Badge } from "#ui/badge.tsx";
import { ChildList } from "#admin/child-list.tsx";
import { TaskDoneButton } from "./task-done-button.tsx";

const SCHEMAS = {
  create: donorTaskEndpoints.createDonorTask.body,
  update: donorTaskEndpoints.updateDonorTask.body,
};
type TaskInput = z.input<typeof SCHEMAS.create>;

const COMPLETED_TASK_LIMIT = 5;

const TaskEditor = (props: EditorProps<DonorTask>) => (
  <RecordEditor
    {...props}
    noun="task"
    resource={donorTasks}
    schemas={SCHEMAS}
    emptyValues={{ text: "", dueOn: useToday() }}
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

const DoneTask = ({ task }: { readonly task: DonorTask }) => (
  <>
    <div className="quiet min-w-0 text-sm">
      <p className="wrap-anywhere">{task.text}</p>
      <p>
        {task.doneAt && <ShortDate moment={task.doneAt} />} by {task.doneBy}
      </p>
    </div>
    {task.isCall ? (
      <RowMenu name={task.text}>
        <DeleteButton
          noun="call"
          resource={donorTasks}
          record={task}
          name={task.text}
          question="Delete this call if it wasn't made. The donor may be listed under Calls again."
        />
      </RowMenu>
    ) : (
      <TaskDoneButton task={task} />
    )}
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
export const DonorTasks = ({ donorId }: { readonly donorId: string }) => (
  <ChildList
    pluralNoun="tasks"
    resource={donorTasks}
    parent={{ donorId }}
    filters={{ isDone: "false" }}
    nameOf={({ text }) => text}
    renderDetails={({ isDue, dueOn, createdBy }) => (
      <>
        {isDue && <Badge tone="attention">Due</Badge>} {shortDay(dueOn)}, added by {createdBy}
      </>
    )}
    renderActions={(task) => <TaskDoneButton task={task} />}
    editing={{
      noun: "task",
      Editor: TaskEditor,
      deleteQuestion: "Are you sure you want to delete this task? This can't be undone.",
    }}
    emptyText="Nothing to do for this donor."
  >
    <DoneTasks donorId={donorId} />
  </ChildList>
);
