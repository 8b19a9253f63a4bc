import { VISITOR_OWNER } from "../lib/drafts/draft-key.ts";
import type { DonorDetails } from "./attempt.ts";
import { EMPTY_CARD_FORM, type CardForm } from "./card-form.ts";
import { donorName } from "#rules/names.ts";

/**
 * Everything a donor types during checkout. Card data is used by the demo only and never saved to a
 * draft.
 */
export type CheckoutForm = CardForm & DonorDetails & { readonly isInHonor: boolean };

/** The tab's draft, kept until the gift succeeds. */
export const CHECKOUT_DRAFT = { owner: VISITOR_OWNER, form: "gift" } as const;

export const EMPTY_CHECKOUT: CheckoutForm = {
  ...EMPTY_CARD_FORM,
  firstName: "",
  lastName: "",
  hasOneName: false,
  coversFee: false,
  isAnonymous: false,
  isInHonor: false,
  inHonorOf: "",
  keepsCard: false,
  website: "",
};

/** Reports a checked dedication without a name, which would otherwise be dropped silently. */
export const honorProblem = ({ isInHonor, inHonorOf }: CheckoutForm): string | undefined =>
  isInHonor && inHonorOf.trim() === "" ? "Enter a name, or uncheck the box above." : undefined;

/**
 * Returns the donor as entered or, if the form asked only for the card, with the name on the card (DON-24).
 */
export const donorDetailsOf = (form: CheckoutForm, usesCardName: boolean): DonorDetails => {
  const { coversFee, isAnonymous, keepsCard, website } = form;
  const inHonorOf = form.isInHonor ? form.inHonorOf.trim() : "";
  const name = usesCardName
    ? donorName(form.nameOnCard)
    : { firstName: form.firstName.trim(), lastName: form.lastName.trim(), hasOneName: false };
  const email = form.email.trim();
  return { ...name, email, coversFee, isAnonymous, inHonorOf, keepsCard, website };
};

/** Fills in the donor's name as the name on the card, unless they typed another. */
export const fillCardName = (form: CheckoutForm): CheckoutForm =>
  form.nameOnCard.trim() === ""
    ? { ...form, nameOnCard: `${form.firstName.trim()} ${form.lastName.trim()}` }
    : form;
