import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { logins } from "../demo-logins.ts";
import { KEPT_CHOICES } from "../merge-choices.ts";
import { uniqueWord } from "../unique-word.ts";
import { request, signIn, signInAdmin, sql } from "./stack.ts";

interface MergedDonor {
  readonly id: string;
  readonly email: string;
  readonly updatedAt: string;
}

interface Preview {
  readonly kept: MergedDonor;
  readonly merged: MergedDonor;
}

const word = uniqueWord();
const ADDRESS = "1 Main St, Fort Worth, TX 76102";
let adminToken = "";

beforeAll(async () => {
  adminToken = (await signInAdmin()).token;
});
afterAll(async () => {
  const ids = (
    await sql<{ id: string }[]>`
      select id from public.donors where email like ${`${word}%`}
      union
      select merged_id from public.donor_merges as merge join public.donors as kept on kept.id = merge.kept_id
      where kept.email like ${`${word}%`}`
  ).map(({ id }) => id);
  await sql`delete from public.donor_merges where kept_id in ${sql(ids)}`;
  await sql`delete from public.donations where donor_id in ${sql(ids)}`;
  await sql`update public.donors set merged_into_id = null where id in ${sql(ids)}`;
  await sql`delete from public.donors where id in ${sql(ids)}`;
});

const call = (method: string, path: string, options: object = {}) =>
  request(method, path, { token: adminToken, ...options });

let donorCount = 0;
async function addDonor(lastName = `${word}-${donorCount}`) {
  donorCount += 1;
  const [row] = await sql<[{ donor_id: string }]>`
    insert into public.donations (first_name, last_name, email, amount, is_demo, status, completed_at)
    values ('Ann', ${lastName}, ${`${word}-${donorCount}@example.org`}, 25, true, 'completed', '2025-02-01T15:00:00Z')
    returning donor_id`;
  return row.donor_id;
}

async function preview(keptId: string, mergedId: string) {
  const { status, json } = await call(
    "GET",
    `/api/donor-merges/preview?keptId=${keptId}&mergedId=${mergedId}`,
  );
  expect(status).toBe(200);
  return json as Preview;
}

const toMergeBody = ({ kept, merged }: Preview) => ({
  keptId: kept.id,
  mergedId: merged.id,
  keptUpdatedAt: kept.updatedAt,
  mergedUpdatedAt: merged.updatedAt,
  choices: KEPT_CHOICES.donor,
});

const merge = (body: object, key = crypto.randomUUID()) =>
  call("POST", "/api/donor-merges", { body, headers: { "Idempotency-Key": key } });

const readDonor = async (id: string) => (await call("GET", `/api/donors/${id}`)).json as object;

describe("merging donors", () => {
  it("previews both donors, merges once per key, returns the kept donor for the merged donor's ID, and ignores a second undo", async () => {
    const [keptId, mergedId] = [await addDonor(), await addDonor()];
    const sides = await preview(keptId, mergedId);
    expect(sides).toMatchObject({
      kept: { id: keptId, donationCount: 1, totalAmount: 25 },
      merged: { id: mergedId, donationCount: 1, addresses: [sides.merged.email] },
    });
    const key = crypto.randomUUID();
    const responses = [await merge(toMergeBody(sides), key), await merge(toMergeBody(sides), key)];
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    expect(responses[1]?.json).toEqual(responses[0]?.json);
    const { id } = responses[0]!.json as { id: string };
    expect(await readDonor(mergedId)).toMatchObject({
      id: keptId,
      totalAmount: 50,
      merges: [{ id, mergedId, mergedBy: "admin", donationCount: 1, isPermanent: false }],
    });
    const searchResponse = await call("GET", `/api/donors?search=${sides.merged.email}`);
    expect(searchResponse.json).toEqual([]);

    for (let attempt = 0; attempt < 2; attempt += 1) {
      const undoResponse = await call("POST", `/api/donor-merges/${id}/undo`);
      expect(undoResponse.json).toMatchObject({ id, undoneBy: "admin", isPermanent: false });
    }
    expect(await readDonor(mergedId)).toMatchObject({ id: mergedId, totalAmount: 25 });
  });

  it("is refused with an explanation if the preview is stale or one of the donors was already merged", async () => {
    const [keptId, mergedId, otherId] = [await addDonor(), await addDonor(), await addDonor()];
    const sides = await preview(keptId, mergedId);
    await call("PUT", `/api/donors/${mergedId}`, { body: { phone: "817 555 0100" } });
    const staleResponse = await merge(toMergeBody(sides));
    expect([staleResponse.status, staleResponse.json]).toMatchObject([409, { code: "conflict" }]);
    expect(await readDonor(mergedId)).toMatchObject({ id: mergedId });

    await merge(toMergeBody(await preview(keptId, mergedId)));
    const repeatedResponse = await call(
      "GET",
      `/api/donor-merges/preview?keptId=${otherId}&mergedId=${mergedId}`,
    );
    expect([repeatedResponse.status, repeatedResponse.json]).toMatchObject([
      409,
      { code: "not_mergeable", message: expect.stringContaining("already been merged") as string },
    ]);
    const correctionResponse = await call("PUT", `/api/donors/${mergedId}`, {
      body: { phone: "555-0101" },
    });
    expect([correctionResponse.status, correctionResponse.json]).toMatchObject([
      409,
      { message: expect.stringContaining("This donor was merged into Ann") as string },
    ]);
    const sameDonorResponse = await call(
      "GET",
      `/api/donor-merges/preview?keptId=${keptId}&mergedId=${keptId}`,
    );
    expect(sameDonorResponse.json).toMatchObject({
      issues: [{ path: "mergedId", message: "Choose another donor." }],
    });
  });

  it("can be made permanent, and then can't be undone", async () => {
    const sides = await preview(await addDonor(), await addDonor());
    const { id } = (await merge(toMergeBody(sides))).json as { id: string };
    const permanentResponse = await call("POST", `/api/donor-merges/${id}/permanent`);
    expect(permanentResponse.json).toMatchObject({ mergedName: null, isPermanent: true });
    const undoResponse = await call("POST", `/api/donor-merges/${id}/undo`);
    expect([undoResponse.status, undoResponse.json]).toMatchObject([
      409,
      { code: "not_undoable", message: "This merge is permanent, so it can't be undone." },
    ]);
  });

  it("is suggested for donors who may be the same person until someone says they aren't", async () => {
    const [one, other] = [await addDonor(`${word}-same`), await addDonor(`${word}-same`)];
    await sql`update public.donors set address = ${ADDRESS} where id in ${sql([one, other])}`;
    const isSuggested = async () => {
      const { json } = await call("GET", "/api/possible-duplicates");
      return (json as Preview[]).some(({ kept, merged }) => kept.id === one && merged.id === other);
    };
    expect(await isSuggested()).toBe(true);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const { status } = await call("POST", "/api/dismissed-duplicates", {
        body: { donorId: other, otherDonorId: one },
      });
      expect(status).toBe(201);
    }
    expect(await isSuggested()).toBe(false);
    const unknownPairResponse = await call("POST", "/api/dismissed-duplicates", {
      body: { donorId: one, otherDonorId: crypto.randomUUID() },
    });
    expect(unknownPairResponse.status).toBe(404);
  });

  it("is denied to volunteers and visitors", async () => {
    const { token } = await signIn(logins.volunteer.email, logins.volunteer.password);
    const id = crypto.randomUUID();
    for (const [method, path] of [
      ["GET", `/api/donor-merges/preview?keptId=${id}&mergedId=${id}`],
      ["POST", "/api/donor-merges"],
      ["POST", `/api/donor-merges/${id}/undo`],
      ["POST", `/api/donor-merges/${id}/permanent`],
      ["GET", "/api/possible-duplicates"],
      ["POST", "/api/dismissed-duplicates"],
    ] as const) {
      expect((await request(method, path)).status).toBe(401);
      expect((await request(method, path, { token })).status).toBe(403);
    }
  });
});
