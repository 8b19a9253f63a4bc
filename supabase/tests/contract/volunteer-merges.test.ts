import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { logins } from "../demo-logins.ts";
import { KEPT_CHOICES } from "../merge-choices.ts";
import { uniqueWord } from "../unique-word.ts";
import { clearRateLimits, createAuthUser, request, signIn, signInAdmin, sql } from "./stack.ts";
import { addEvent } from "./volunteers.ts";

interface MergedVolunteer {
  readonly id: string;
  readonly email: string;
  readonly updatedAt: string;
}

interface Preview {
  readonly kept: MergedVolunteer;
  readonly merged: MergedVolunteer;
}

const word = uniqueWord();
const PASSWORD = "Volunteer!2026";
let adminToken = "";

beforeAll(async () => {
  adminToken = (await signInAdmin()).token;
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`
    delete from public.volunteer_merges where kept_id in (
      select id from public.volunteers where email like ${`${word}%`}
    )`;
  await sql`update public.volunteers set merged_into_id = null where email like ${`${word}%`}`;
  await sql`delete from public.volunteer_applications where email like ${`${word}%`}`;
  await sql`delete from public.volunteers where email like ${`${word}%`}`;
  await sql`delete from auth.users where email like ${`${word}%`}`;
  await sql`delete from public.events where address = ${word}`;
  await sql`delete from public.email_outbox where to_email like ${`${word}%`}`;
});

const call = (method: string, path: string, options: object = {}) =>
  request(method, path, { token: adminToken, ...options });

let volunteerCount = 0;
async function addVolunteer(name = `${word} ${volunteerCount}`) {
  volunteerCount += 1;
  const email = `${word}-${volunteerCount}@example.org`;
  const accountId = await createAuthUser(email, PASSWORD);
  await sql`
    insert into public.volunteer_accounts (id, email, first_name, last_name, activated_at)
    values (${accountId}, ${email}, ${word}, '', now())`;
  const [row] = await sql<[{ id: string }]>`
    insert into public.volunteers (account_id, name, email) values (${accountId}, ${name}, ${email}) returning id`;
  return { id: row.id, accountId, email };
}

async function preview(keptId: string, mergedId: string) {
  const { status, json } = await call(
    "GET",
    `/api/volunteer-merges/preview?keptId=${keptId}&mergedId=${mergedId}`,
  );
  expect(status).toBe(200);
  return json as Preview;
}

const toMergeBody = ({ kept, merged }: Preview) => ({
  keptId: kept.id,
  mergedId: merged.id,
  keptUpdatedAt: kept.updatedAt,
  mergedUpdatedAt: merged.updatedAt,
  choices: KEPT_CHOICES.volunteer,
});

const merge = (body: object, key = crypto.randomUUID()) =>
  call("POST", "/api/volunteer-merges", { body, headers: { "Idempotency-Key": key } });

const logIn = (email: string) =>
  request("POST", "/api/volunteer/login", { body: { email, password: PASSWORD } });

const readVolunteer = async (id: string) =>
  (await call("GET", `/api/volunteers/${id}`)).json as object;

describe("merging volunteers", () => {
  it("previews both volunteers, merges once per key, returns the kept volunteer for the merged volunteer's ID, and ignores a second undo", async () => {
    const [kept, merged] = [await addVolunteer(), await addVolunteer()];
    const eventId = await addEvent({ days: -3, address: word });
    for (const { accountId } of [kept, merged]) {
      await sql`
        insert into public.volunteer_event_registrations (volunteer_id, event_id, attendance)
        values (${accountId}, ${eventId}, 'confirmed')`;
    }
    const sides = await preview(kept.id, merged.id);
    expect(sides).toMatchObject({
      kept: { id: kept.id, totalHours: 2.5, registrationCount: 1 },
      merged: { id: merged.id, addresses: [merged.email], login: { email: merged.email } },
      totalHours: 2.5,
      packagesHelped: 20,
      sharedShifts: [{ eventId, keptAttendance: "confirmed", mergedAttendance: "confirmed" }],
    });
    const key = crypto.randomUUID();
    const responses = [await merge(toMergeBody(sides), key), await merge(toMergeBody(sides), key)];
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    expect(responses[1]?.json).toEqual(responses[0]?.json);
    const { id } = responses[0]!.json as { id: string };
    expect(await readVolunteer(merged.id)).toMatchObject({ id: kept.id, totalHours: 2.5 });
    expect(await readVolunteer(merged.accountId)).toMatchObject({ id: kept.id });
    const listedMerges = await call("GET", `/api/volunteer-merges?keptId=${kept.id}`);
    expect(listedMerges.json).toMatchObject([
      { id, mergedId: merged.id, mergedEmail: merged.email, mergedBy: "admin", isPermanent: false },
    ]);

    for (let attempt = 0; attempt < 2; attempt += 1) {
      const undoResponse = await call("POST", `/api/volunteer-merges/${id}/undo`);
      expect(undoResponse.json).toMatchObject({ id, undoneBy: "admin", isPermanent: false });
    }
    expect(await readVolunteer(merged.id)).toMatchObject({ id: merged.id, totalHours: 2.5 });
  });

  it("hides the merged volunteer everywhere, and counts nobody twice", async () => {
    const [kept, merged] = [await addVolunteer(), await addVolunteer()];
    const readVolunteerCount = async () =>
      ((await request("GET", "/api/volunteers")).json as [{ volunteerCount: number }])[0]
        .volunteerCount;
    const readNewVolunteers = async () =>
      ((await call("GET", "/api/admin/overview")).json as { newVolunteers: { thisMonth: number } })
        .newVolunteers.thisMonth;
    const [count, newVolunteers] = [await readVolunteerCount(), await readNewVolunteers()];
    const { id } = (await merge(toMergeBody(await preview(kept.id, merged.id)))).json as {
      id: string;
    };
    await expect.poll(readVolunteerCount).toBe(count - 1);
    await expect.poll(readNewVolunteers).toBe(newVolunteers - 1);
    for (const path of ["/api/volunteers", "/api/volunteer-accounts"]) {
      const list = await call("GET", `${path}?search=${merged.email}`);
      expect(list.json, path).toEqual([]);
    }
    const file = await call("GET", `/api/volunteers/export?search=${word}`);
    expect(file.text).toContain(kept.email);
    expect(file.text).not.toContain(merged.email);
    const enableResponse = await call(
      "PUT",
      `/api/volunteer-accounts/${merged.accountId}/toggle-status`,
    );
    expect(enableResponse.status).toBe(404);
    await call("POST", `/api/volunteer-merges/${id}/undo`);
    await expect.poll(readVolunteerCount).toBe(count);
  });

  it("ends the closed account's sessions and, until the merge is undone, tells its owner to log in to the other account", async () => {
    const [kept, merged] = [await addVolunteer(), await addVolunteer()];
    const { token } = await signIn(merged.email, PASSWORD);
    const readOwnEvents = ({ accountId }: { accountId: string }, session: string) =>
      request("GET", `/api/volunteer/${accountId}/events`, { token: session });
    expect((await readOwnEvents(merged, token)).status).toBe(200);
    const { id } = (await merge(toMergeBody(await preview(kept.id, merged.id)))).json as {
      id: string;
    };
    expect([401, 403]).toContain((await readOwnEvents(merged, token)).status);
    const closedAccountResponse = await logIn(merged.email);
    expect([closedAccountResponse.status, closedAccountResponse.json]).toMatchObject([
      403,
      {
        message:
          "You have another volunteer account. Please log in with the email address for that account.",
      },
    ]);
    expect((await logIn(kept.email)).status).toBe(200);

    const application = await request("POST", "/api/volunteer-applications", {
      body: {
        firstName: "Again",
        lastName: "Applying",
        email: merged.email,
        phone: "(817) 555-0100",
        zipCode: "76102",
        city: "Fort Worth",
        state: "TX",
        availability: "weekends",
        password: PASSWORD,
      },
    });
    expect([application.status, application.json.code]).toEqual([409, "account_exists"]);

    await call("POST", `/api/volunteer-merges/${id}/undo`);
    expect((await logIn(merged.email)).status).toBe(200);
  });

  it("is refused with an explanation if the preview is stale or one of the volunteers was already merged", async () => {
    const [kept, merged, other] = [
      await addVolunteer(),
      await addVolunteer(),
      await addVolunteer(),
    ];
    const sides = await preview(kept.id, merged.id);
    await sql`update public.volunteers set phone = '817 555 0100' where id = ${merged.id}`;
    const staleResponse = await merge(toMergeBody(sides));
    expect([staleResponse.status, staleResponse.json]).toMatchObject([409, { code: "conflict" }]);
    expect(await readVolunteer(merged.id)).toMatchObject({ id: merged.id });

    await merge(toMergeBody(await preview(kept.id, merged.id)));
    const repeatedResponse = await call(
      "GET",
      `/api/volunteer-merges/preview?keptId=${other.id}&mergedId=${merged.id}`,
    );
    expect([repeatedResponse.status, repeatedResponse.json]).toMatchObject([
      409,
      { code: "not_mergeable", message: expect.stringContaining("already been merged") as string },
    ]);
    const correctionResponse = await call("PUT", `/api/volunteers/${merged.id}`, {
      body: { phone: "555-0101" },
    });
    expect([correctionResponse.status, correctionResponse.json]).toMatchObject([
      409,
      { message: expect.stringContaining("This volunteer was merged into") as string },
    ]);
    const sameVolunteerResponse = await call(
      "GET",
      `/api/volunteer-merges/preview?keptId=${kept.id}&mergedId=${kept.id}`,
    );
    expect(sameVolunteerResponse.json).toMatchObject({
      issues: [{ path: "mergedId", message: "Choose another volunteer." }],
    });
  });

  it("can be made permanent, and then can't be undone", async () => {
    const sides = await preview((await addVolunteer()).id, (await addVolunteer()).id);
    const { id } = (await merge(toMergeBody(sides))).json as { id: string };
    const permanent = await call("POST", `/api/volunteer-merges/${id}/permanent`);
    expect(permanent.json).toMatchObject({ mergedName: null, isPermanent: true });
    const undoResponse = await call("POST", `/api/volunteer-merges/${id}/undo`);
    expect([undoResponse.status, undoResponse.json]).toMatchObject([
      409,
      { code: "not_undoable", message: "This merge is permanent, so it can't be undone." },
    ]);
  });

  it("is suggested for the same name and ZIP code or the same phone until someone says they aren't the same", async () => {
    const [one, other, third] = [
      await addVolunteer(`${word} Same`),
      await addVolunteer(`${word}-sáme`),
      await addVolunteer(),
    ];
    await sql`update public.volunteers set zip_code = '76102' where id in ${sql([one.id, other.id])}`;
    const phone = String(Date.now()).slice(-10);
    await sql`update public.volunteers set phone = ${`+1 (${phone.slice(0, 3)}) ${phone.slice(3)}`} where id = ${other.id}`;
    await sql`update public.volunteers set phone = ${phone} where id = ${third.id}`;
    const readSuggestions = async () => {
      const { json } = await call("GET", "/api/possible-volunteer-duplicates");
      return (json as (Preview & { reason: string })[])
        .filter(({ kept }) => [one.id, other.id].includes(kept.id))
        .map(({ reason, kept, merged }) => [reason, kept.id, merged.id]);
    };
    const sortedSuggestions = (await readSuggestions()).toSorted(([one = ""], [other = ""]) =>
      one.localeCompare(other),
    );
    expect(sortedSuggestions).toEqual([
      ["name_and_zip_code", one.id, other.id],
      ["phone", other.id, third.id],
    ]);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const { status } = await call("POST", "/api/dismissed-volunteer-duplicates", {
        body: { volunteerId: other.id, otherVolunteerId: one.id },
      });
      expect(status).toBe(201);
    }
    expect(await readSuggestions()).toEqual([["phone", other.id, third.id]]);
    const unknownPairResponse = await call("POST", "/api/dismissed-volunteer-duplicates", {
      body: { volunteerId: one.id, otherVolunteerId: crypto.randomUUID() },
    });
    expect(unknownPairResponse.status).toBe(404);
  });

  it("is denied to volunteers and visitors", async () => {
    const { token } = await signIn(logins.volunteer.email, logins.volunteer.password);
    const id = crypto.randomUUID();
    for (const [method, path] of [
      ["GET", `/api/volunteer-merges?keptId=${id}`],
      ["GET", `/api/volunteer-merges/preview?keptId=${id}&mergedId=${id}`],
      ["POST", "/api/volunteer-merges"],
      ["POST", `/api/volunteer-merges/${id}/undo`],
      ["POST", `/api/volunteer-merges/${id}/permanent`],
      ["GET", "/api/possible-volunteer-duplicates"],
      ["POST", "/api/dismissed-volunteer-duplicates"],
    ] as const) {
      expect((await request(method, path)).status).toBe(401);
      expect((await request(method, path, { token })).status).toBe(403);
    }
  });
});
