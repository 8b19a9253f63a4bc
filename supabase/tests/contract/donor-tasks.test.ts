import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { logins } from "../demo-logins.ts";
import { uniqueWord } from "../unique-word.ts";
import { request, signIn, signInAdmin, sql } from "./stack.ts";

const word = uniqueWord();
let token = "";

beforeAll(async () => {
  ({ token } = await signInAdmin());
});
afterAll(async () => {
  const donors = sql`(select id from public.donors where email like ${`${word}%`})`;
  await sql`delete from public.donor_tasks where donor_id in ${donors}`;
  await sql`delete from public.donations where donor_id in ${donors}`;
  await sql`delete from public.donors where email like ${`${word}%`}`;
});

let donorCount = 0;
async function addDonor(phone: string | null = null): Promise<string> {
  donorCount += 1;
  const [row] = await sql<[{ id: string }]>`
    insert into public.donors (first_name, last_name, email, phone)
    values ('Ann', ${word}, ${`${word}-${donorCount}@example.org`}, ${phone}) returning id`;
  return row.id;
}

const call = (method: string, path: string, options: object = {}) =>
  request(method, path, { token, ...options });

const addTask = (donorId: string, dueOn: string, key = crypto.randomUUID()) =>
  call("POST", "/api/donor-tasks", {
    // Days that have passed are asked about.
    body: { donorId, text: "Call in March", dueOn, anyway: true },
    headers: { "Idempotency-Key": key },
  });

const readDayFromToday = async (days: number) => {
  const [row] = await sql<
    [{ day: string }]
  >`select (private.today() + ${days}::integer)::text as day`;
  return row.day;
};

const listDueDates = async (donorId: string, filter: string) => {
  const { json } = await call("GET", `/api/donor-tasks?donorId=${donorId}&${filter}`);
  return (json as { dueOn: string; donorName: string }[]).map(({ dueOn }) => dueOn);
};

describe("a donor's tasks", () => {
  it("are due starting on their due date, until they are done", async () => {
    const donorId = await addDonor();
    const [yesterday, today, tomorrow] = [
      await readDayFromToday(-1),
      await readDayFromToday(0),
      await readDayFromToday(1),
    ];
    const { json } = await addTask(donorId, today);
    await addTask(donorId, tomorrow);
    await addTask(donorId, yesterday);
    expect(await listDueDates(donorId, "isDone=false")).toEqual([yesterday, today, tomorrow]);
    expect(await listDueDates(donorId, "isDue=true")).toEqual([yesterday, today]);
    const doneResponse = await call("PUT", `/api/donor-tasks/${json.id}`, {
      body: { isDone: true },
    });
    expect(doneResponse.json).toMatchObject({ isDone: true, doneBy: "admin", createdBy: "admin" });
    expect(await listDueDates(donorId, "isDue=true")).toEqual([yesterday]);
    expect(await listDueDates(donorId, "isDone=true")).toEqual([today]);
    const reopenResponse = await call("PUT", `/api/donor-tasks/${json.id}`, {
      body: { isDone: false },
    });
    expect(reopenResponse.json).toMatchObject({ isDone: false, doneAt: null, doneBy: null });
  });

  it("are added once despite a retry", async () => {
    const [donorId, key] = [await addDonor(), crypto.randomUUID()];
    const [first, second] = [
      await addTask(donorId, "2026-03-02", key),
      await addTask(donorId, "2026-03-02", key),
    ];
    expect(second.json.id).toBe(first.json.id);
    expect(await listDueDates(donorId, "isDone=false")).toEqual(["2026-03-02"]);
  });

  it("have one line of at most 200 characters, and a donor who exists", async () => {
    const donorId = await addDonor();
    for (const text of ["", " ", "a\nb", "x".repeat(201)]) {
      const { status, json } = await call("POST", "/api/donor-tasks", {
        body: { donorId, text, dueOn: "2026-03-02" },
        headers: { "Idempotency-Key": crypto.randomUUID() },
      });
      expect([text, status, json.issues?.[0]?.path]).toEqual([text, 400, "text"]);
    }
    expect((await addTask(crypto.randomUUID(), "2026-03-02")).status).toBe(409);
    expect(await listDueDates(donorId, "isDone=false")).toEqual([]);
  });
});

describe("thank-you calls", () => {
  const addDonorToCall = async () => {
    const donorId = await addDonor("(817) 555-0100");
    await sql`
      insert into public.donations (donor_id, first_name, last_name, email, amount, is_demo, method, status, completed_at)
      values (
        ${donorId}, 'Ann', ${word}, ${`${word}-${donorCount}@example.org`}, 25, true, 'check', 'completed', now()
      )`;
    return donorId;
  };
  const findDonorToCall = async (donorId: string) => {
    const { status, json } = await call("GET", "/api/thank-you-calls");
    expect(status).toBe(200);
    return (json as unknown as { donorId: string }[]).find(
      (listedDonor) => listedDonor.donorId === donorId,
    );
  };
  const record = (donorId: string) => call("POST", "/api/thank-you-calls", { body: { donorId } });

  it("are recorded once when two administrators click at the same time, and can be deleted", async () => {
    const donorId = await addDonorToCall();
    expect(await findDonorToCall(donorId)).toEqual({
      donorId,
      firstName: "Ann",
      lastName: word,
      phone: "(817) 555-0100",
      amount: 25,
      date: await readDayFromToday(0),
    });
    const responses = await Promise.all([record(donorId), record(donorId), record(donorId)]);
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
    const ids = new Set(responses.map(({ json }) => json.id));
    expect(ids.size).toBe(1);
    expect(await findDonorToCall(donorId)).toBeUndefined();
    const [id = ""] = ids;
    const reopenResponse = await call("PUT", `/api/donor-tasks/${id}`, { body: { isDone: false } });
    expect(reopenResponse.json.issues).toEqual([
      { path: "isDone", message: "A call can't be reopened. Delete it if it wasn't made." },
    ]);
    expect((await call("DELETE", `/api/donor-tasks/${id}`)).status).toBe(200);
    expect(await findDonorToCall(donorId)).toBeTruthy();
  });

  it("aren't recorded for donors who aren't on the list, or by anyone but administrators", async () => {
    const donorId = await addDonor("(817) 555-0100");
    for (const unlistedId of [donorId, crypto.randomUUID()]) {
      const { status, json } = await record(unlistedId);
      expect([status, json.message]).toEqual([
        404,
        "This donor isn't on the list of calls anymore. Reload the page.",
      ]);
    }
    const volunteer = await signIn(logins.volunteer.email, logins.volunteer.password);
    const listedId = await addDonorToCall();
    const refusedResponse = await request("POST", "/api/thank-you-calls", {
      token: volunteer.token,
      body: { donorId: listedId },
    });
    expect(refusedResponse.status).toBe(403);
    expect(await findDonorToCall(listedId)).toBeTruthy();
  });
});
