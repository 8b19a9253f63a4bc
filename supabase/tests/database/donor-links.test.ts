import { describe, expect, test } from "vitest";
import { rolledBack, type Transaction } from "./connection.ts";

async function link(tx: Transaction, email = "Ann.Lee@Example.org"): Promise<string> {
  const [row] = await tx<[{ id: string }]>`select private.create_donor_link(${email}) as id`;
  return row.id;
}

async function redeem(tx: Transaction, id: string): Promise<Date | null> {
  const [row] = await tx<
    [{ until: Date | null }]
  >`select private.redeem_donor_link(${id}) as until`;
  return row.until;
}

/** Returns the donor that a visitor with these claims may read. */
async function donorOf(tx: Transaction, claims: object): Promise<string | null> {
  await tx`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
  const [row] = await tx<[{ donor: string | null }]>`select private.linked_donor() as donor`;
  return row.donor;
}

const age = (tx: Transaction, id: string, interval: string) => tx`
  update public.donor_links
  set created_at = created_at - ${interval}::interval, expires_at = expires_at - ${interval}::interval,
    used_at = used_at - ${interval}::interval
  where id = ${id}`;

describe("a donor link", () => {
  test("works once", async () => {
    const [first, second] = await rolledBack(async (tx) => {
      const id = await link(tx);
      return [await redeem(tx, id), await redeem(tx, id)];
    });
    expect(first?.getTime()).toBeCloseTo(Date.now() + 3_600_000, -5);
    expect(second).toBeNull();
  });

  test.for([
    ["23:59:00", true],
    ["24:00:00", false],
  ] as const)("a link %s old works: %s", async ([interval, expected]) => {
    const until = await rolledBack(async (tx) => {
      const id = await link(tx);
      await age(tx, id, interval);
      return redeem(tx, id);
    });
    expect(until !== null).toBe(expected);
  });

  test("doesn't give access if its id is unknown", async () => {
    const id = "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11";
    expect(await rolledBack((tx) => redeem(tx, id))).toBeNull();
  });

  test.for([
    ["00:59:00", "ann.lee@example.org"],
    ["01:00:00", null],
  ] as const)("opened %s ago returns the donor %s", async ([interval, expected]) => {
    const donor = await rolledBack(async (tx) => {
      const id = await link(tx);
      await redeem(tx, id);
      await age(tx, id, interval);
      return donorOf(tx, { role: "anon", donor_link: id });
    });
    expect(donor).toBe(expected);
  });

  test("doesn't give access before it is opened, and neither does a request without one", async () => {
    const donors = await rolledBack(async (tx) => {
      const id = await link(tx);
      return [
        await donorOf(tx, { role: "anon", donor_link: id }),
        await donorOf(tx, { role: "anon" }),
        await donorOf(tx, { role: "anon", donor_link: null }),
      ];
    });
    expect(donors).toEqual([null, null, null]);
  });

  test.for(["24 hours", "7 days"])(
    "created for %s is valid for that long again after a renewal",
    async (time) => {
      const isWhole = await rolledBack(async (tx) => {
        const [{ id }] = await tx<[{ id: string }]>`
        select private.create_donor_link('ann@example.org', ${time}::interval) as id`;
        await age(tx, id, "30 days");
        await tx`select private.renew_donor_link(${id})`;
        const [row] = await tx<[{ isWhole: boolean }]>`
        select expires_at = now() + ${time}::interval as "isWhole" from public.donor_links where id = ${id}`;
        return row.isWhole;
      });
      expect(isWhole).toBe(true);
    },
  );
});
