import { expect, it } from "vitest";
import { createCardSentences, createSalutation } from "./tribute-card.ts";

it.each([
  ["Helen O'Connor", "Dear Helen O'Connor,"],
  ["The Núñez family", "Dear Núñez family,"],
  ["the Rev. John Doe", "Dear Rev. John Doe,"],
  ["Theodora Lee", "Dear Theodora Lee,"],
  ["The", "Dear The,"],
])("greets %s", (recipientName, salutation) => {
  expect(createSalutation({ recipientName })).toBe(salutation);
});

it.each([
  ["Ann Lee", "Ann Lee made a gift to Lamplight in memory of Paul Yates."],
  ["Ann and Bob Lee", "Ann and Bob Lee made a gift to Lamplight in memory of Paul Yates."],
  [null, "Someone made a gift to Lamplight in memory of Paul Yates."],
])("says that %s gave, whether it's one donor or two", (donorName, sentence) => {
  const card = { donorName, honoree: "Paul Yates", isMemorial: true, recipientName: "Helen" };
  expect(createCardSentences({ ...card, organizationName: "Lamplight" })[0]).toBe(sentence);
});
