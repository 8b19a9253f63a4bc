import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { projectRoot } from "../../local/machine/paths.ts";
import {
  addAdmin,
  addFactor,
  addSession,
  runAs,
  withRollback,
  type Person,
  type Transaction,
} from "./connection.ts";

/** Adds an administrator with a second factor and one recovery code, both five minutes old. */
async function addAdminWithCode(tx: Transaction): Promise<Person> {
  const admin = await addAdmin(tx);
  await addFactor(tx, admin, "verified");
  await tx`
    insert into public.second_factor_recoveries (user_id, code_hashes) values (${admin.id}, '{hash}')`;
  await tx`
    update auth.mfa_factors set created_at = now() - interval '5 minutes' where user_id = ${admin.id}`;
  await tx`
    update public.second_factor_recoveries set created_at = now() - interval '5 minutes'
    where user_id = ${admin.id}`;
  return admin;
}

const redeemCode = async (tx: Transaction, admin: Person) => {
  const [row] = await runAs(
    tx,
    admin,
    (savepoint) => savepoint<{ used: boolean }[]>`select private.use_recovery_code('hash') as used`,
  );
  return row?.used;
};

const hasCodes = async (tx: Transaction, { id }: Person) =>
  (await tx`select 1 from public.second_factor_recoveries where user_id = ${id}`).length === 1;

describe("threat 46: a recovery code", () => {
  test("works once, in a session that hasn't ended", async () => {
    await withRollback(async (tx) => {
      const admin = await addAdminWithCode(tx);
      expect(await redeemCode(tx, admin)).toBe(true);
      expect(await redeemCode(tx, admin)).toBe(false);
    });
  });

  test("does nothing in a session that has ended", async () => {
    await withRollback(async (tx) => {
      const admin = await addAdminWithCode(tx);
      await tx`delete from auth.sessions where id = ${admin.sessionId}`;
      expect(await redeemCode(tx, admin)).toBe(false);
      expect(await hasCodes(tx, admin)).toBe(true);
    });
  });

  test("stops working when its second factor is removed and doesn't work for a new one", async () => {
    await withRollback(async (tx) => {
      const admin = await addAdminWithCode(tx);
      await tx`delete from auth.mfa_factors where user_id = ${admin.id}`;
      expect(await redeemCode(tx, admin)).toBe(false);
      await addFactor(tx, admin, "verified");
      expect(await redeemCode(tx, admin)).toBe(false);
      await tx`update auth.sessions set aal = 'aal2' where id = ${admin.sessionId}`;
      const [row] = await runAs(
        tx,
        { ...admin, aal: "aal2" },
        (savepoint) => savepoint`
          select recovery_codes as codes from private.own_second_factor()`,
      );
      expect(row).toEqual({ codes: 0 });
    });
  });

  test("works for a new second factor if the code was created after it", async () => {
    await withRollback(async (tx) => {
      const admin = await addAdminWithCode(tx);
      await tx`delete from auth.mfa_factors where user_id = ${admin.id}`;
      await addFactor(tx, admin, "verified");
      await tx`update auth.sessions set aal = 'aal2' where id = ${admin.sessionId}`;
      const confirmedAdmin: Person = { ...admin, aal: "aal2" };
      await runAs(
        tx,
        confirmedAdmin,
        (savepoint) => savepoint`select private.set_recovery_codes('["hash"]')`,
      );
      expect(await redeemCode(tx, admin)).toBe(true);
    });
  });
});

test("the documented statements end an administrator's sessions and let them in with the password alone", async () => {
  const guide = readFileSync(`${projectRoot}/docs/operate/lost-login.md`, "utf8");
  const [search = "", ...deletions] = Array.from(
    guide.matchAll(/^ {7}(?:select|delete) [^;]*;/gm),
    ([statement]) => statement,
  );
  expect(deletions).toHaveLength(3);
  await withRollback(async (tx) => {
    const admin = await addAdminWithCode(tx);
    const isAdmin = async (person: Person) => {
      const [row] = await runAs(
        tx,
        person,
        (savepoint) => savepoint<{ isAdmin: boolean }[]>`select private.is_admin() as "isAdmin"`,
      );
      return row?.isAdmin;
    };
    expect(await isAdmin(await addSession(tx, admin))).toBe(false);
    const rows = await tx.unsafe<{ id: string }[]>(search);
    expect(rows.map(({ id }) => id)).toContain(admin.id);
    for (const statement of deletions) await tx.unsafe(statement.replaceAll("<id>", admin.id));
    expect(await isAdmin(admin), "an earlier session").toBe(false);
    expect(await isAdmin(await addSession(tx, admin))).toBe(true);
    expect(await hasCodes(tx, admin)).toBe(false);
  });
});
