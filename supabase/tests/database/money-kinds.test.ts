import { afterAll, describe, expect, test } from "vitest";
import { createPostgresClient } from "../../functions/_shared/clients/connections.ts";
import { catalog, type OperationName } from "../../functions/_shared/contracts/catalog.ts";
import type { EndpointDefinition } from "../../functions/_shared/contracts/endpoint.ts";
import { NIGHTLY } from "../results.ts";
import { withRollbackIn } from "../rolled-back.ts";
import { readStackFacts } from "../stack-facts.ts";
import { addAdmin, type Transaction } from "./connection.ts";
import { addMoneyDonor, MONEY_KINDS, type MoneyKind } from "./money-rows.ts";
import { compareMoney, readMoney, type ShownMoney } from "./read-money.ts";

// The handlers expect rows as the functions' own client returns them.
const client = createPostgresClient(readStackFacts().databaseUrl, () => undefined);
afterAll(() => client.end());

const DEMO_KINDS: readonly MoneyKind[] = ["demo", "testMode"];
const ERASED_KINDS: readonly MoneyKind[] = ["erased"];
/** All donations of one donor, whose average says which ones it has. */
const KINDS_OF_A_DONOR = MONEY_KINDS.filter((kind) => kind !== "erased");

/**
 * What counts, after refunds. A number at the end is what the sum differs by from the whole amounts: here, the refund, and
 * elsewhere the amounts without their fees.
 */
const COUNTED = "plain recorded imported merged partlyRefunded -500";
const COMPLETED = "plain recorded imported merged voided refunded partlyRefunded disputed returned";
const DEMO = DEMO_KINDS.join(" ");

/** Which donations each response lists, and which are in each of its sums, once payments are real. */
const SHOWN_WITH_REAL_PAYMENTS: ShownMoney = {
  listUndepositedDonations: { lists: "recorded" },
  listDonationAdjustments: { lists: "voided refunded disputed returned" },
  exportDonationAdjustments: {
    lists: "voided refunded disputed returned",
    ".Total of #, Lowered by": "voided refunded disputed returned 500",
  },
  listDonationMonths: {
    // The amounts that took these donations back.
    lists: "voided disputed returned",
    "[].given": COMPLETED,
    "[].net": COUNTED,
  },
  listDonations: {
    lists:
      "plain recorded imported merged pending voided refunded partlyRefunded disputed returned",
  },
  exportDonations: {
    lists:
      "plain recorded imported merged pending voided refunded partlyRefunded disputed returned",
    // Voided donations are counted on a line of their own.
    ".Total of # completed, Amount":
      "plain recorded imported merged refunded partlyRefunded disputed returned",
    ".Total of # completed, Fee covered":
      "plain recorded imported merged refunded partlyRefunded disputed returned -5600",
    ".Total of # completed, Refunded or taken back": "refunded disputed returned 500",
    ".Total of # completed, After refunds": COUNTED,
  },
  readDonationSums: {
    lists: "pending",
    ".amount": COUNTED,
    ".feeCovered": "plain recorded imported merged refunded partlyRefunded disputed returned -5600",
    ".adjustedAmount": "refunded disputed returned 500",
  },
  // The list has three rows.
  listRecentDonations: { lists: "imported merged", "[].amount": "partlyRefunded -500" },
  listConsolidatedDonors: { "[].totalAmount": COUNTED, "[].averageDonation": COUNTED },
  exportConsolidatedDonors: { ".Total of # donors, Total": COUNTED },
  listDonationTrends: { "[].total": COUNTED },
  getDonor: { ".years[].total": COUNTED, ".totalAmount": COUNTED },
  getHome: {
    lists: "imported merged",
    ".donationTotals.totalAmount": COUNTED,
    ".donationTotals.averageDonation": COUNTED,
    ".monthlyProgress.total": COUNTED,
    ".recentDonations[].amount": "partlyRefunded -500",
  },
  listMyDonations: {
    lists: COMPLETED,
    ".gifts[].net": "partlyRefunded -500",
    ".years[].total": COUNTED,
  },
  getOverview: { ".gifts.thisMonth": COUNTED },
  // Whoever asks for their data gets all of it.
  findPeople: { cards: KINDS_OF_A_DONOR.join(" ") },
  listTributes: { cards: COMPLETED },
  listMyTributes: { cards: COMPLETED },
};

/** The same for a demo, which has no other donations. */
const SHOWN_IN_A_DEMO: ShownMoney = {
  listDonationMonths: { "[].given": DEMO, "[].net": DEMO },
  listDonations: { lists: DEMO },
  exportDonations: {
    lists: DEMO,
    ".Total of # completed, Amount": DEMO,
    ".Total of # completed, Fee covered": `${DEMO} -1400`,
    ".Total of # completed, After refunds": DEMO,
  },
  readDonationSums: { ".amount": DEMO, ".feeCovered": `${DEMO} -1400` },
  listRecentDonations: { lists: DEMO },
  listConsolidatedDonors: { "[].totalAmount": DEMO },
  exportConsolidatedDonors: { ".Total of # donors, Total": DEMO },
  listDonationTrends: { "[].total": DEMO },
  getDonor: { ".years[].total": DEMO, ".totalAmount": DEMO },
  getHome: {
    lists: DEMO,
    ".donationTotals.totalAmount": DEMO,
    ".monthlyProgress.total": DEMO,
  },
  listMyDonations: { lists: DEMO, ".years[].total": DEMO },
  getOverview: { ".gifts.thisMonth": DEMO },
  findPeople: { cards: DEMO },
  listTributes: { cards: DEMO },
  listMyTributes: { cards: DEMO },
};

/** The donation of an erased donor still counts, and leads to no one: neither to a donor, a card nor a receipt. */
const SHOWN_OF_AN_ERASED_DONOR: ShownMoney = {
  getHome: { lists: "erased" },
  getOverview: { lists: "erased" },
  listConsolidatedDonors: { lists: "erased" },
  listDonationMonths: { lists: "erased" },
  listDonationTrends: { lists: "erased" },
  listRecentDonations: { lists: "erased" },
};

const gateNames = Object.keys(SHOWN_WITH_REAL_PAYMENTS) as OperationName[];
/** The other reads. A new one that shows money belongs into the tables above. */
const otherNames = (Object.entries(catalog) as [OperationName, EndpointDefinition][])
  .filter(([name, { method }]) => method === "GET" && !gateNames.includes(name))
  // It starts work that outlives the test.
  .flatMap(([name]) => (name === "getOpenapi" ? [] : [name]));

const readShownMoney = (
  names: readonly OperationName[],
  isReal: boolean,
  kinds: readonly MoneyKind[],
): Promise<ShownMoney> =>
  withRollbackIn<Transaction, ShownMoney>(
    (run) => client.begin((tx) => run(tx as unknown as Transaction)),
    async (tx) => {
      const { add, ...donor } = await addMoneyDonor(tx);
      const reader = { ...donor, admin: await addAdmin(tx) };
      await tx`update public.settings set real_payments = ${isReal}`;
      const before = await readMoney(tx, names, reader);
      for (const kind of kinds) await add(kind);
      return compareMoney(before, await readMoney(tx, names, reader));
    },
  );

describe.each([
  ["real payments", true, KINDS_OF_A_DONOR, SHOWN_WITH_REAL_PAYMENTS],
  ["a demo", false, DEMO_KINDS, SHOWN_IN_A_DEMO],
  ["an erased donor", true, ERASED_KINDS, SHOWN_OF_AN_ERASED_DONOR],
] as const)("with %s", (_, isReal, kinds, shown) => {
  test("threat 19, threat 21: every list, sum and export has the donations that count there, and no others", async () => {
    expect(await readShownMoney(gateNames, isReal, kinds)).toEqual(shown);
  });

  test("no other read shows a donation's amount or card", { tags: [NIGHTLY] }, async () => {
    expect(await readShownMoney(otherNames, isReal, kinds)).toEqual({});
  });
});
