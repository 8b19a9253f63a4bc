import { expect, it } from "vitest";
import { describeCardDelivery, describePendingCard } from "./card-delivery.ts";

const card = { recipientName: "Helen O'Connor", today: "2026-11-29" };

it.each([
  [false, "2026-11-29", "We'll email Helen O'Connor's card today."],
  [false, "2026-12-24", "We'll email Helen O'Connor's card on December 24."],
  [true, "2026-11-29", "We'll print and mail Helen O'Connor's card soon."],
  [true, "2026-12-24", "We'll print and mail Helen O'Connor's card on December 24 or soon after."],
])("tells the donor when a card goes out (on paper: %s, from %s)", (isPostal, day, sentence) => {
  expect(describeCardDelivery({ ...card, isPostal, day })).toBe(sentence);
});

it("promises no day for the card of a gift that isn't paid", () => {
  expect(describePendingCard({ ...card, isPostal: false })).toBe(
    "Once your gift arrives, we'll email Helen O'Connor's card.",
  );
});
