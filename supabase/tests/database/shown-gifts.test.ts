import { afterAll, expect, test } from "vitest";
import { createPostgresClient } from "../../functions/_shared/clients/connections.ts";
import type { OperationName } from "../../functions/_shared/contracts/catalog.ts";
import { withRollbackIn } from "../rolled-back.ts";
import { readStackFacts } from "../stack-facts.ts";
import { addAdmin, type Transaction } from "./connection.ts";
import { addMoneyDonor } from "./money-rows.ts";
import { readMoney } from "./read-money.ts";

// The handlers expect rows as the functions' own client returns them.
const client = createPostgresClient(readStackFacts().databaseUrl, () => undefined);
afterAll(() => client.end());

const KINDS = ["plain", "demo", "voided"] as const;
type Kind = (typeof KINDS)[number];

/** Adds what the donor gave in goods, and what a fund gave at the donor's wish, of this kind. */
async function addGifts(tx: Transaction, donorId: string, kind: Kind) {
  await tx`
    insert into public.noncash_donations (donor_id, kind, description, received_on, is_demo, voided_at, void_reason)
    values (
      ${donorId}, 'goods', ${`Goods of ${kind}`}, private.today(), ${kind === "demo"},
      ${kind === "voided" ? "2025-03-09" : null}, ${kind === "voided" ? "A reason" : null}
    )`;
  const [fund] = await tx<[{ id: string }]>`
    insert into public.donors (first_name, last_name) values (${`Fund of ${kind}`}, '') returning id`;
  const [grant] = await tx<[{ id: string }]>`
    insert into public.donations (
      donor_id, first_name, last_name, amount, method, is_demo, status, completed_at, soft_credit_donor_id
    )
    values (
      ${fund.id}, ${`Fund of ${kind}`}, '', 20, 'donor_advised_fund', ${kind === "demo"}, 'completed', now(), ${donorId}
    )
    returning id`;
  if (kind === "voided") {
    await tx`
      insert into public.donation_adjustments (donation_id, kind, amount, status, reason, lowered_on)
      values (${grant.id}, 'void', 20, 'succeeded', 'A reason', private.today())`;
  }
}

/** Which kinds of goods and of a fund's grants each response shows. */
type Shown = Readonly<Partial<Record<OperationName, string>>>;

const SHOWN: Readonly<Record<string, { readonly kinds: readonly Kind[]; readonly shown: Shown }>> =
  {
    "real payments": {
      kinds: KINDS,
      shown: {
        getDonor: "Goods of plain, Fund of plain",
        // Administrators see what was voided, too.
        listNoncashDonations: "Goods of plain, Goods of voided",
        exportNoncashDonations: "Goods of plain, Goods of voided",
      },
    },
    "a demo": {
      kinds: ["demo"],
      shown: {
        getDonor: "Goods of demo, Fund of demo",
        listNoncashDonations: "Goods of demo",
        exportNoncashDonations: "Goods of demo",
      },
    },
  };

test.each(Object.entries(SHOWN))(
  "threat 19: with %s, goods and grants of each kind are shown where they count",
  async (mode, { kinds, shown: expected }) => {
    await withRollbackIn<Transaction, void>(
      (run) => client.begin((tx) => run(tx as unknown as Transaction)),
      async (tx) => {
        const { donorId, word, linkId } = await addMoneyDonor(tx);
        await tx`update public.settings set real_payments = ${mode !== "a demo"}`;
        for (const kind of kinds) await addGifts(tx, donorId, kind);
        const reads = await readMoney(tx, Object.keys(expected) as OperationName[], {
          donorId,
          word,
          linkId,
          admin: await addAdmin(tx),
        });
        const shown = [...reads].map(([name, { text }]) => [
          name,
          ["Goods", "Fund"]
            .flatMap((gift) => KINDS.map((kind) => `${gift} of ${kind}`))
            .filter((gift) => text.includes(gift))
            .join(", "),
        ]);
        expect(Object.fromEntries(shown)).toEqual(expected);
      },
    );
  },
);
