import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import type { erasurePreview } from "../../functions/_shared/contracts/erasures.ts";
import type { z } from "zod";
import { request, signInAdmin, sql } from "./stack.ts";

describe("POST /api/erasures", () => {
  const email = `${randomUUID()}@example.org`;
  const ids = { donor: randomUUID(), volunteer: randomUUID() };
  afterAll(async () => {
    await sql`delete from public.erasures where records @> ${sql.json([{ kind: "donor", id: ids.donor }])}`;
    await sql`delete from public.donors where id = ${ids.donor}`;
    await sql`delete from public.volunteers where id = ${ids.volunteer}`;
    await sql`delete from public.email_outbox where template_name = 'Mentions Blanked'`;
  });

  it("threat 64: blanks the chosen mentions, and refuses those that the preview didn't list", async () => {
    await sql`
      insert into public.donors (id, first_name, last_name, email)
      values (${ids.donor}, 'Zora', 'Winterbourne', ${email})`;
    await sql`
      insert into public.volunteers (id, name, email, emergency_contact_name, notes)
      values (${ids.volunteer}, 'Ada Example', ${`a${email}`}, 'Zora Winterbourne, sister', 'Works nights')`;
    const { token } = await signInAdmin();
    const records = [{ kind: "donor", id: ids.donor }];
    const preview = await request("POST", "/api/erasures/preview", { token, body: { records } });
    const { mentions, fingerprint } = preview.json as z.output<typeof erasurePreview>;
    expect(mentions.filter(({ id }) => id === ids.volunteer)).toEqual([
      {
        table: "volunteers",
        id: ids.volunteer,
        column: "emergency_contact_name",
        title: "Ada Example",
        excerpt: "Zora Winterbourne, sister",
        page: null,
        stays: null,
      },
    ]);
    const erase = (column: string) =>
      request("POST", "/api/erasures", {
        token,
        headers: { "Idempotency-Key": randomUUID() },
        body: {
          records,
          confirmation: email,
          fingerprint,
          mentions: [{ table: "volunteers", column, ids: [ids.volunteer] }],
        },
      });
    const readVolunteer = async () => {
      const [row] = await sql`
        select name, emergency_contact_name as contact, notes from public.volunteers where id = ${ids.volunteer}`;
      return row;
    };
    const refusal = await erase("notes");
    expect([refusal.status, refusal.json.code]).toEqual([409, "erasure_outdated"]);
    const rest = { name: "Ada Example", notes: "Works nights" };
    expect(await readVolunteer()).toEqual({ ...rest, contact: "Zora Winterbourne, sister" });

    const erasure = await erase("emergency_contact_name");
    expect(erasure.status).toBe(201);
    expect(await readVolunteer()).toEqual({ ...rest, contact: "erased, sister" });
    const entries = await request("GET", `/api/audit-log?search=${ids.volunteer}`, { token });
    expect(entries.json[0]).toMatchObject({
      tableName: "blanked_mentions",
      actorName: "admin",
      after: { table: "volunteers", fields: ["emergency_contact_name"] },
    });
  });
});
