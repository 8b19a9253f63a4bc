import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import { addLogin, runAs, withRollback, type Person, type Transaction } from "./connection.ts";
import { createImporter } from "./import-fixture.ts";
import { setUpMerges } from "./merging.ts";
import {
  addVolunteerWithAccount,
  addVolunteerWithoutAccount,
  readVolunteer,
} from "./merging-volunteers.ts";

const apply = (tx: Transaction, email: string) => tx`
  select private.record_application(${tx.json({
    email,
    first_name: "Test",
    last_name: "Volunteer",
    phone: "",
    zip_code: "",
    availability: "weekends",
  })})`;

/** Approves the latest application from this address. */
async function approve(tx: Transaction, admin: Person, email: string): Promise<string> {
  const [application] = await tx<[{ id: string }]>`
    select id from public.volunteer_applications where email = ${email} and status = 'pending'
    order by created_at desc limit 1`;
  await runAs(
    tx,
    admin,
    (asAdmin) => asAdmin`select private.review_application(${application.id}, 'approved')`,
  );
  return application.id;
}

const readActivationLink = async (tx: Transaction, applicationId: string) => {
  const [link] = await tx<{ id: string }[]>`
    select id from public.activation_links where application_id = ${applicationId}`;
  return link?.id;
};

const countRecords = async (tx: Transaction, word: string) => {
  const [row] = await tx<[{ people: number; open: number }]>`
    select
      (select count(*)::integer from public.volunteers where email like ${`${word}%`}) as people,
      (select count(*)::integer from public.volunteer_accounts where email like ${`${word}%`} and is_active) as open`;
  return row;
};

const readState = async (tx: Transaction, userId: string) => {
  const [row] = await tx<[{ state: string }]>`
    select private.volunteer_login_state(${userId}) ->> 'state' as state`;
  return row.state;
};

const addPair = async (tx: Transaction) => {
  const word = uniqueWord();
  return {
    word,
    ann: await addVolunteerWithAccount(tx, `${word}-ann@example.org`),
    bob: await addVolunteerWithAccount(tx, `${word}-bob@example.org`),
  };
};

describe("the merged volunteer's address leads to the one who was kept", () => {
  test("in lookups with any spelling, across several merges, and to the merged one again after undo", async () => {
    await withRollback(async (tx) => {
      const { merge, undo } = await setUpMerges(tx, "volunteer");
      const { ann, bob } = await addPair(tx);
      const cat = await addVolunteerWithAccount(tx);
      const findVolunteerId = async (email: string) => {
        const [row] = await tx<[{ id: string }]>`select private.volunteer_of(${email}) as id`;
        return row.id;
      };
      await merge(ann, bob);
      const last = await merge(cat, ann);
      expect(await findVolunteerId(bob.email.toUpperCase())).toBe(cat.id);
      const [row] = await tx`
        select jsonb_agg(address order by address) as addresses
        from public.volunteers as person cross join private.volunteer_addresses(person) as known (address)
        where person.id = ${cat.id}`;
      expect(row?.["addresses"]).toEqual([ann.email, bob.email, cat.email].toSorted());
      await undo(last);
      expect(await findVolunteerId(bob.email)).toBe(ann.id);
    });
  });

  test("when someone applies with it, which adds no record or account, and the login says which account to use", async () => {
    await withRollback(async (tx) => {
      const { admin, merge } = await setUpMerges(tx, "volunteer");
      const { word, ann, bob } = await addPair(tx);
      await merge(ann, bob);
      await tx`update public.volunteer_accounts set is_active = false where id = ${ann.login.id}`;
      await apply(tx, bob.email);
      const application = await approve(tx, admin, bob.email);
      // Approving opens the kept volunteer's account, not the account that the merge closed.
      expect(await countRecords(tx, word)).toEqual({ people: 2, open: 1 });
      expect(await readVolunteer(tx, ann.id)).toMatchObject({
        accountId: ann.login.id,
        email: ann.email,
        isActive: true,
      });
      expect(await readActivationLink(tx, application)).toBeUndefined();
      expect(await readState(tx, ann.login.id)).toBe("active");
      expect(await readState(tx, bob.login.id)).toBe("merged");
    });
  });

  test("when the merged record never had a login and gets one by applying", async () => {
    await withRollback(async (tx) => {
      const { admin, merge, undo } = await setUpMerges(tx, "volunteer");
      const word = uniqueWord();
      const ann = await addVolunteerWithAccount(tx, `${word}-ann@example.org`);
      const bob = { id: await addVolunteerWithoutAccount(tx, `${word}-bob@example.org`) };
      const mergeId = await merge(ann, bob);
      const login = await addLogin(tx, { email: `${word}-bob@example.org` });
      await apply(tx, `${word}-bob@example.org`);
      expect(await readState(tx, login.id)).toBe("pending");
      await approve(tx, admin, `${word}-bob@example.org`);
      expect(await countRecords(tx, word)).toEqual({ people: 2, open: 1 });
      expect(await readState(tx, login.id)).toBe("merged");
      await undo(mergeId);
      expect(await readVolunteer(tx, ann.id)).toMatchObject({ accountId: ann.login.id });
      expect(await readVolunteer(tx, bob.id)).toMatchObject({ mergedIntoId: null });
    });
  });

  test("when neither had an account, so that a new account belongs to the kept record, with its address, until undo", async () => {
    await withRollback(async (tx) => {
      const { admin, merge, undo } = await setUpMerges(tx, "volunteer");
      const word = uniqueWord();
      const [annEmail, bobEmail] = [`${word}-ann@example.org`, `${word}-bob@example.org`];
      const ann = { id: await addVolunteerWithoutAccount(tx, annEmail) };
      const bob = { id: await addVolunteerWithoutAccount(tx, bobEmail) };
      const mergeId = await merge(ann, bob);
      await apply(tx, bobEmail);
      const application = await approve(tx, admin, bobEmail);
      const link = await readActivationLink(tx, application);
      const [claimed] = await tx`select * from private.claim_activation_link(${link!})`;
      expect(claimed?.["email"]).toBe(bobEmail);
      const login = await addLogin(tx, { email: bobEmail });
      await tx`select private.redeem_activation_link(${link!}, ${login.id})`;
      expect(await countRecords(tx, word)).toEqual({ people: 2, open: 1 });
      expect(await readVolunteer(tx, ann.id)).toMatchObject({
        accountId: login.id,
        email: bobEmail,
      });
      expect(await readState(tx, login.id)).toBe("active");
      await undo(mergeId);
      expect(await readVolunteer(tx, ann.id)).toMatchObject({ accountId: null, email: annEmail });
      expect(await readVolunteer(tx, bob.id)).toMatchObject({
        accountId: login.id,
        email: bobEmail,
      });
    });
  });

  test("when the link to set up an account is used late, which has no further effect", async () => {
    await withRollback(async (tx) => {
      const { admin, merge } = await setUpMerges(tx, "volunteer");
      const word = uniqueWord();
      const ann = await addVolunteerWithAccount(tx, `${word}-ann@example.org`);
      await apply(tx, `${word}-bob@example.org`);
      const link = await readActivationLink(
        tx,
        await approve(tx, admin, `${word}-bob@example.org`),
      );
      const [bob] = await tx<[{ id: string }]>`
        select id from public.volunteers where email = ${`${word}-bob@example.org`}`;
      await merge(ann, bob);
      expect([...(await tx`select * from private.claim_activation_link(${link!})`)]).toEqual([]);
      const login = await addLogin(tx, { email: `${word}-bob@example.org` });
      const redemption = tx.savepoint(
        (savepoint) => savepoint`select private.redeem_activation_link(${link!}, ${login.id})`,
      );
      await expect(redemption).rejects.toMatchObject({ code: "CP011" });
    });
  });

  test("when it's in an imported file, and undoing an import keeps volunteers who were merged", async () => {
    await withRollback(async (tx) => {
      const { merge } = await setUpMerges(tx, "volunteer");
      const importer = await createImporter(tx);
      const { word, ann, bob } = await addPair(tx);
      await merge(ann, bob);
      const row = (email: string) => ({
        fields: {
          sourceId: randomUUID(),
          firstName: "Test",
          lastName: "Volunteer",
          email,
          hours: 3,
        },
      });
      const first = await importer.stage([row(bob.email)], { kind: "volunteers" });
      await importer.check(first);
      const [verdict] = await tx`
        select outcome, person_id from public.import_verdicts where import_id = ${first}`;
      expect(verdict).toEqual({ outcome: "duplicate", person_id: ann.id });

      const id = await importer.import(
        [row(`${word}-cat@example.org`), row(`${word}-dan@example.org`)],
        { kind: "volunteers" },
      );
      const [cat] = await tx<[{ id: string }]>`
        select id from public.volunteers where email = ${`${word}-cat@example.org`}`;
      await merge(ann, cat);
      await importer.undo(id);
      const left = await tx`select email from public.volunteers where import_id = ${id}`;
      expect(left.map(({ email }) => email as string)).toEqual([`${word}-cat@example.org`]);
    });
  });

  test("even if the kept volunteer adopts it, which swaps the two addresses until undo", async () => {
    await withRollback(async (tx) => {
      const { merge, undo } = await setUpMerges(tx, "volunteer");
      const { ann, bob } = await addPair(tx);
      const mergeId = await merge(ann, bob);
      await tx`select private.use_volunteer_address(${ann.id}, ${bob.email})`;
      expect(await readVolunteer(tx, ann.id)).toMatchObject({ email: bob.email });
      expect(await readVolunteer(tx, bob.id)).toMatchObject({ email: ann.email });
      await undo(mergeId);
      expect(await readVolunteer(tx, ann.id)).toMatchObject({ email: ann.email });
      expect(await readVolunteer(tx, bob.id)).toMatchObject({ email: bob.email });
    });
  });
});
