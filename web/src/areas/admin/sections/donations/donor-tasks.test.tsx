import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { aDonorRecord, aDonorTask } from "#testing/donor-builders.ts";
import { donorPageReads } from "#testing/donor-page-reads.ts";
import { fakeApi, type FakeCall } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const ID = "5f0c1c9a-58c1-4d0a-9a5e-0d6f3b0f6a11";
const unfinishedTask = aDonorTask({ donorId: ID });
const { donorName: _name, isDue: _isDue, ...savedTask } = unfinishedTask;
const doneTask = aDonorTask({
  donorId: ID,
  text: "Send the letter",
  isDue: false,
  isDone: true,
  doneAt: "2026-11-02T15:00:00Z",
  doneBy: "bea",
});
const recordedCall = { ...doneTask, id: crypto.randomUUID(), text: "Thank-you call", isCall: true };

const visit = async (overrides: Parameters<typeof fakeApi>[0] = {}) => {
  const api = fakeApi({
    ...donorPageReads(aDonorRecord({ id: ID })),
    "GET /api/donor-tasks": ({ url }: FakeCall) => ({
      body: url.includes("isDone=true") ? [recordedCall, doneTask] : [unfinishedTask],
    }),
    ...overrides,
  });
  const view = renderApp(`/dashboard/donations/donors/${ID}`);
  const section = within(await screen.findByRole("region", { name: "Tasks" }));
  await section.findByText("Call in March");
  return { ...api, ...view, section };
};

beforeEach(() => logInAsAdmin());

describe("the tasks on a donor's page", () => {
  test("show open tasks with their due dates, and the most recently completed ones below", async () => {
    const { section, callsOf } = await visit();
    const [unfinishedItem] = section.getAllByRole("listitem");
    expect(unfinishedItem?.textContent).toContain("Due Nov 1, 2026, added by admin");
    const doneItems = within(await section.findByRole("list", { name: "Done" }));
    expect(doneItems.getByText("Send the letter").parentElement?.textContent).toContain(
      "Nov 2, 2026 by bea",
    );
    expect(
      callsOf("GET /api/donor-tasks")
        .map(({ url }) => url)
        .toSorted(),
    ).toEqual([
      `/api/donor-tasks?donorId=${ID}&isDone=false&limit=200`,
      `/api/donor-tasks?donorId=${ID}&isDone=true&sort=-doneAt&limit=5`,
    ]);
    // A recorded call can't be reopened, only deleted.
    expect(section.getByRole("button", { name: "More for Thank-you call" })).toBeTruthy();
    expect(section.queryByRole("button", { name: "Reopen: Thank-you call" })).toBeNull();
  });

  test("can be added for this donor, and the form keeps what was typed if the server rejects it", async () => {
    let isRejected = true;
    const { user, section, callsOf } = await visit({
      "POST /api/donor-tasks": () =>
        isRejected
          ? { status: 503, body: { message: "We're very busy.", code: "busy" } }
          : { status: 201, body: savedTask },
    });
    await user.click(section.getByRole("button", { name: "Add task" }));
    await user.type(section.getByLabelText("Task"), "Call about socks");
    await user.clear(section.getByLabelText("Due"));
    await user.type(section.getByLabelText("Due"), "2027-03-02");
    await user.click(section.getByRole("button", { name: "Add task" }));
    expect(await screen.findByText(/We're very busy/)).toBeTruthy();
    expectLogged("Add task failed");
    expect(section.getByLabelText<HTMLInputElement>("Task").value).toBe("Call about socks");
    isRejected = false;
    await user.click(section.getByRole("button", { name: "Add task" }));
    await waitFor(() => expect(section.queryByLabelText("Task")).toBeNull());
    const calls = callsOf("POST /api/donor-tasks");
    expect(calls.map(({ body }) => body)).toEqual([
      { donorId: ID, text: "Call about socks", dueOn: "2027-03-02" },
      { donorId: ID, text: "Call about socks", dueOn: "2027-03-02" },
    ]);
    expect(new Set(calls.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
  });

  test("can be edited in place, and each save sends the task's version", async () => {
    const { user, section, callsOf } = await visit({
      "PUT /api/donor-tasks/:id": { body: savedTask },
    });
    await user.click(section.getByRole("button", { name: "More for Call in March" }));
    await user.click(await screen.findByRole("menuitem", { name: "Edit Call in March" }));
    await user.type(section.getByLabelText("Task"), " or April");
    await user.click(section.getByRole("button", { name: "Save task" }));
    await waitFor(() => expect(section.queryByLabelText("Task")).toBeNull());
    expect(callsOf("PUT /api/donor-tasks/:id").map(({ body }) => body)).toEqual([
      { text: "Call in March or April", updatedAt: unfinishedTask.updatedAt },
    ]);
  });

  test("can be marked as done with one click, and reopened", async () => {
    const { user, section, callsOf } = await visit({
      "PUT /api/donor-tasks/:id": { body: savedTask },
    });
    await user.click(section.getByRole("button", { name: "Done: Call in March" }));
    await screen.findByText("The task is done");
    await user.click(section.getByRole("button", { name: "Reopen: Send the letter" }));
    await screen.findByText("The task is open again");
    expect(callsOf("PUT /api/donor-tasks/:id").map(({ url, body }) => [url, body])).toEqual([
      [`/api/donor-tasks/${unfinishedTask.id}`, { isDone: true }],
      [`/api/donor-tasks/${doneTask.id}`, { isDone: false }],
    ]);
  });

  test("are reloaded if someone deleted the task whose button was pressed", async () => {
    const { user, section, callsOf } = await visit({
      "PUT /api/donor-tasks/:id": { status: 404, body: { message: "No.", code: "not_found" } },
    });
    await user.click(section.getByRole("button", { name: "Done: Call in March" }));
    expect(await screen.findByText("Someone deleted this task.")).toBeTruthy();
    expectLogged("The task could not be changed");
    await waitFor(() => expect(callsOf("GET /api/donor-tasks").length).toBeGreaterThan(2));
  });
});
