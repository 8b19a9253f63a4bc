import { expect, it } from "vitest";
import { createLetterText } from "./letter-documents.ts";

const letter = {
  organization: null,
  donor: { name: "John and Jane Smith", email: null, salutation: "John and Jane", address: null },
  issuedOn: "2026-11-29",
  lastGift: { amount: 50, date: "2026-11-02" },
  yearTotal: 600,
};

it.each([
  ["Thank you for {{lastGift}}.\n\nCome and pack with us.", "Dear John and Jane,"],
  [
    "Dear {{name}},\n\nThank you for {{lastGift}}.\n \nCome and pack with us.",
    "Dear John and Jane Smith,",
  ],
  ["Dear friends:\n\nThank you for {{lastGift}}.\n\nCome and pack with us.", "Dear friends:"],
])("has one salutation, whether or not the template begins with one: %j", (body, salutation) => {
  const text = createLetterText(body, letter);
  expect(text.salutation).toBe(salutation);
  expect(text.paragraphs).toEqual([
    "Thank you for $50.00 on November 2, 2026.",
    "Come and pack with us.",
  ]);
});

it("keeps a first paragraph that only begins with the word Dear", () => {
  const text = createLetterText("Dear friends of ours packed 200 boxes.", letter);
  expect(text.salutation).toBe("Dear John and Jane,");
  expect(text.paragraphs).toEqual(["Dear friends of ours packed 200 boxes."]);
});
