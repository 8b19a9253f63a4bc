import { PDFDocument } from "@cantoo/pdf-lib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import { readLastEntryId, request, signInAdmin, sql } from "./stack.ts";

const word = uniqueWord();
let token = "";
const donors: { [name: string]: { readonly id: string; readonly donationId: string } } = {};

async function addDonor(firstName: string, address: string | null) {
  const email = `${word}-${Object.keys(donors).length}@example.org`;
  const [donation] = await sql<{ id: string; donorId: string }[]>`
    insert into public.donations ${sql({
      first_name: firstName,
      last_name: word,
      email,
      amount: 50,
      is_demo: true,
      status: "completed",
      completed_at: "2026-03-01T12:00:00Z",
    })} returning id, donor_id as "donorId"`;
  await sql`update public.donors set address = ${address} where id = ${donation!.donorId}`;
  donors[firstName] = { id: donation!.donorId, donationId: donation!.id };
}

beforeAll(async () => {
  token = (await signInAdmin()).token;
  await addDonor("Mona", "1 Pecan Hollow\nDallas, TX 75201");
  await addDonor("Lee", "2 Pecan Hollow\nDallas, TX 75201");
  await addDonor("Nowhere", null);
  await addDonor("山田", "3 Pecan Hollow\nDallas, TX 75201");
});

afterAll(async () => {
  const ids = Object.values(donors).map(({ id }) => id);
  await sql`delete from public.donations where donor_id in ${sql(ids)}`;
  await sql`delete from public.donors where id in ${sql(ids)}`;
});

const listIds = (key: "id" | "donationId") => Object.values(donors).map((donor) => donor[key]);
const requestPapers = (query: Readonly<Record<string, string>>) =>
  request("GET", `/api/printed-papers/pdf?${new URLSearchParams(query).toString()}`, { token });
const countPages = async (pdf: string) =>
  (await PDFDocument.load(Buffer.from(pdf, "base64"))).getPageCount();

describe("papers for several donors", () => {
  it.each(["receipts", "statements"] as const)(
    "are in one PDF, and name who has no address or a name that the fonts lack: %s",
    async (kind) => {
      const ids = listIds(kind === "receipts" ? "donationId" : "id");
      const { status, json } = await requestPapers({ kind, ids: ids.join(","), year: "2026" });
      expect(status).toBe(200);
      expect(json.printedIds).toEqual(ids.slice(0, 2));
      expect(await countPages(json.pdf)).toBe(2);
      const unprintable = json.unprintable.map(({ name, reason }: Record<string, string>) => [
        name,
        reason,
      ]);
      expect(unprintable).toEqual([
        [`Nowhere ${word}`, "no_address"],
        [`山田 ${word}`, "lacks_letters"],
      ]);
    },
  );

  it("are the receipts of the donors' latest donations", async () => {
    const { id, donationId } = donors["Mona"]!;
    const [earlier] = await sql<{ id: string }[]>`
      insert into public.donations ${sql({
        first_name: "Mona",
        last_name: word,
        email: `${word}-0@example.org`,
        amount: 20,
        is_demo: true,
        status: "completed",
        completed_at: "2026-02-01T12:00:00Z",
      })} returning id`;
    const query = { kind: "receipts", idsOf: "donors" };
    const { json } = await requestPapers({ ...query, ids: listIds("id").join(",") });
    expect(json.printedIds).toEqual(listIds("id").slice(0, 2));
    expect(json.recordIds).toEqual(listIds("donationId").slice(0, 2));
    expect(await countPages(json.pdf)).toBe(2);
    await sql`delete from public.donations where id = ${earlier!.id}`;
    const body = { kind: "receipts", ids: json.recordIds };
    await request("POST", "/api/printed-papers", {
      body,
      token,
      headers: { "Idempotency-Key": crypto.randomUUID() },
    });
    const printed = await sql`
      select donor_id from public.printed_papers where donation_id = ${donationId}`;
    expect(printed).toEqual([{ donor_id: id }]);
  });

  it("say that a donor gave nothing in that year", async () => {
    const { json } = await requestPapers({
      kind: "statements",
      ids: donors["Mona"]!.id,
      year: "2020",
    });
    expect(json).toMatchObject({ pdf: null, printedIds: [] });
    expect(json.unprintable[0]).toMatchObject({ reason: "nothing_to_print" });
  });

  it("are letters from a template, with a placeholder for the latest gift", async () => {
    const body = { name: word, body: "Thank you for your {{lastGift}}, {{firstName}}." };
    const wrongBody = { ...body, body: "Thank you for your {{pony}}." };
    expect(
      (await request("POST", "/api/letter-templates", { body: wrongBody, token })).status,
    ).toBe(400);
    const { json: letter } = await request("POST", "/api/letter-templates", { body, token });
    const ids = donors["Mona"]!.id;
    const { json } = await requestPapers({ kind: "letters", ids, letterId: letter.id });
    expect(json.printedIds).toEqual([ids]);
    await request("DELETE", `/api/letter-templates/${letter.id}`, { token });
    expect((await requestPapers({ kind: "letters", ids, letterId: letter.id })).status).toBe(404);
  });

  it("are labels, which wait for others until they fill a sheet", async () => {
    const query = { kind: "labels", ids: listIds("id").slice(0, 3).join(",") };
    const waiting = (await requestPapers({ ...query, isLast: "false" })).json;
    expect(waiting).toMatchObject({
      pdf: null,
      printedIds: [],
      waitingIds: listIds("id").slice(0, 2),
    });
    const last = (await requestPapers(query)).json;
    expect(last).toMatchObject({ printedIds: listIds("id").slice(0, 2), waitingIds: [] });
    expect(await countPages(last.pdf)).toBe(1);
  });

  it("are at most 20 at once, except labels", async () => {
    const ids = Array.from({ length: 21 }, () => donors["Mona"]!.id).join(",");
    expect((await requestPapers({ kind: "statements", ids, year: "2026" })).status).toBe(400);
    expect((await requestPapers({ kind: "labels", ids })).status).toBe(200);
  });

  it("are recorded with one audit entry, and no longer listed as missing", async () => {
    const listMissing = async () => {
      const path = `/api/donors-consolidated?noStatement=2026_by_email&search=${word}&limit=200`;
      return (await request("GET", path, { token })).json.length;
    };
    expect(await listMissing()).toBe(4);
    const entryIdBefore = await readLastEntryId();
    const body = { kind: "statements", year: 2026, ids: listIds("id").slice(0, 2) };
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    for (const _ of [1, 2]) {
      const { json } = await request("POST", "/api/printed-papers", { body, token, headers });
      expect(json).toEqual({ recorded: 2 });
    }
    expect(await listMissing()).toBe(2);
    const entries = await sql`
      select table_name, after from public.audit_log where id > ${entryIdBefore}`;
    expect(entries).toEqual([
      { table_name: "printed_papers", after: { kind: "statements", count: 2, year: 2026 } },
    ]);
  });
});
