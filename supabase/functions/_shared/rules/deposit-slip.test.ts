import { expect, it } from "vitest";
import { createDepositSlip } from "./deposit-slip.ts";

const entry = {
  donationId: "1",
  donorName: "Anna Ashby",
  method: "check",
  reference: "1024",
  amount: "250.10",
  date: "2026-11-17",
  isOffsettingEntry: false,
};

it("lists the cash once, then each check, and counts the checks", () => {
  const slip = createDepositSlip(
    {
      depositedOn: "2026-11-20",
      slipTotal: "620.65",
      reference: "Bag 14",
      entries: [
        { ...entry, method: "cash", reference: null, amount: "10.25" },
        { ...entry, method: "cash", reference: null, amount: "10.10" },
        entry,
        { ...entry, donationId: "2", reference: null, amount: "250.20" },
        {
          ...entry,
          donationId: "3",
          method: "donor_advised_fund",
          reference: "DAF 7",
          amount: 100,
        },
        { ...entry, donationId: "4", isOffsettingEntry: true },
      ],
    },
    null,
  );
  expect(slip.issuedLine).toBe("Deposit on November 20, 2026");
  expect(slip.rows.map(({ note, amount }) => [note, amount])).toEqual([
    ["Cash", "$20.35"],
    ["Check 1024 · Anna Ashby", "$250.10"],
    ["Check · Anna Ashby", "$250.20"],
    ["DAF 7 · Anna Ashby", "$100.00"],
  ]);
  expect(slip.total).toBe("$620.65");
  expect(slip.sentences).toEqual(["2 checks, $500.30."]);
});
