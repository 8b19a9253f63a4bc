import { describe, expect, test } from "vitest";
import { withRollback, type Transaction } from "./connection.ts";

async function createLink(tx: Transaction, email = "Ann.Lee@Example.org"): Promise<string> {
  const [row] = await tx<[{ id: string }]>`select private.create_donor_link(${email}) as id`;
  return row.id;
}

async function redeem(tx: Transaction, id: string): Promise<Date | null> {
  const [row] = await tx<
    [{ expiresAt: Date | null }]
  >`select private.redeem_donor_link(${id}) as "expiresAt"`;
  return row.expiresAt;
}

/** Returns the donor that a visitor with these claims may read. */
async function readDonorId(tx: Transaction, claims: object): Promise<string | null> {
  await tx`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
  const [row] = await tx<[{ donor: string | null }]>`select private.linked_email() as donor`;
  return row.donor;
}

const backdateLink = (tx: Transaction, id: string, interval: string) => tx`
  update public.donor_links
  set created_at = created_at - ${interval}::interval, expires_at = expires_at - ${interval}::interval,
    used_at = used_at - ${interval}::interval
  where id = ${id}`;

describe("a donor link", () => {
  test("works once", async () => {
    const [firstExpiry, secondExpiry] = await withRollback(async (tx) => {
      const id = await createLink(tx);
      return [await redeem(tx, id), await redeem(tx, id)];
    });
    expect(firstExpiry?.getTime()).toBeCloseTo(Date.now() + 3_600_000, -5);
    expect(secondExpiry).toBeNull();
  });

  test.for([
    ["still works", "23:59:00", true],
    ["no longer works", "24:00:00", false],
  ] as const)("%s after %s", async ([, interval, expected]) => {
    const expiresAt = await withRollback(async (tx) => {
      const id = await createLink(tx);
      await backdateLink(tx, id, interval);
      return redeem(tx, id);
    });
    expect(expiresAt !== null).toBe(expected);
  });

  test("doesn't give access if its id is unknown", async () => {
    const id = "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11";
    expect(await withRollback((tx) => redeem(tx, id))).toBeNull();
  });

  test.for([
    ["gives access to its donor's donations", "00:59:00", "ann.lee@example.org"],
    ["gives no access", "01:00:00", null],
  ] as const)("%s %s after it is opened", async ([, interval, expected]) => {
    const donor = await withRollback(async (tx) => {
      const id = await createLink(tx);
      await redeem(tx, id);
      await backdateLink(tx, id, interval);
      return readDonorId(tx, { role: "anon", donor_link: id });
    });
    expect(donor).toBe(expected);
  });

  test("gives no access until it is opened, and a request without a link has no access", async () => {
    const donors = await withRollback(async (tx) => {
      const id = await createLink(tx);
      return [
        await readDonorId(tx, { role: "anon", donor_link: id }),
        await readDonorId(tx, { role: "anon" }),
        await readDonorId(tx, { role: "anon", donor_link: null }),
      ];
    });
    expect(donors).toEqual([null, null, null]);
  });

  test.for(["24 hours", "7 days"])(
    "created for %s is valid for that long again after a renewal",
    async (validity) => {
      const hasFullValidity = await withRollback(async (tx) => {
        const [{ id }] = await tx<[{ id: string }]>`
        select private.create_donor_link('ann@example.org', ${validity}::interval) as id`;
        await backdateLink(tx, id, "30 days");
        await tx`select private.renew_donor_link(${id})`;
        const [row] = await tx<[{ hasFullValidity: boolean }]>`
        select expires_at = now() + ${validity}::interval as "hasFullValidity" from public.donor_links where id = ${id}`;
        return row.hasFullValidity;
      });
      expect(hasFullValidity).toBe(true);
    },
  );
});
