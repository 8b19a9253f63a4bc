import { VISITOR } from "../lib/drafts.ts";
import type { Giver } from "./attempt.ts";
import { EMPTY_CARD_FORM, type CardForm } from "./card-form.ts";
import { donorName } from "#rules/names.ts";

/** All that a donor types into the checkout. The card's own data is the demo's, and no draft keeps it. */
export type CheckoutForm = CardForm & Giver & { readonly isInHonor: boolean };

/** Where a tab keeps it until the gift is given. */
export const CHECKOUT_DRAFT = { owner: VISITOR, form: "gift" } as const;

export const EMPTY_CHECKOUT: CheckoutForm = {
  ...EMPTY_CARD_FORM,
  firstName: "",
  lastName: "",
  hasOneName: false,
  coversFee: false,
  isAnonymous: false,
  isInHonor: false,
  inHonorOf: "",
  website: "",
};

/** A ticked dedication without a name would be dropped without a word. */
export const honorProblem = ({ isInHonor, inHonorOf }: CheckoutForm): string | undefined =>
  isInHonor && inHonorOf.trim() === "" ? "Enter a name, or uncheck the box above." : undefined;

/** Who gives: as asked, or where only a card was, by the name on it (P§5). */
export const giverOf = (form: CheckoutForm, isNamedByCard: boolean): Giver => {
  const { coversFee, isAnonymous, website } = form;
  const inHonorOf = form.isInHonor ? form.inHonorOf.trim() : "";
  const name = isNamedByCard
    ? donorName(form.nameOnCard)
    : { firstName: form.firstName.trim(), lastName: form.lastName.trim(), hasOneName: false };
  return { ...name, email: form.email.trim(), coversFee, isAnonymous, inHonorOf, website };
};

/** The donor's own name stands on the card unless she typed another one there. */
export const withCardName = (form: CheckoutForm): CheckoutForm =>
  form.nameOnCard.trim() === ""
    ? { ...form, nameOnCard: `${form.firstName.trim()} ${form.lastName.trim()}` }
    : form;
