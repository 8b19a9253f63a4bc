import { computeChargeCoveringFee } from "#rules/fee-cover.ts";
import { createDonorName, createOneName } from "#rules/names.ts";
import type { GivingTerms } from "../data/home/queries.ts";
import { VISITOR_OWNER } from "../lib/drafts/draft-key.ts";
import type { DonorDetails } from "./attempt.ts";
import { HONEYPOT_ERROR } from "../ui/fields/honeypot.tsx";
import { EMPTY_CARD_FORM, type CardForm } from "./card-form.ts";
import type { ChosenDonation } from "./chosen-donation.ts";
import { TRIBUTE_PREFIX, type DonorErrors } from "./payment-failure.ts";
import {
  EMPTY_TRIBUTE,
  getTributeDetails,
  findTributeErrors,
  type TributeErrors,
  type TributeForm,
} from "./tribute-form.ts";

/** Everything a donor types during checkout. Only the demo uses card data, which is never saved to a draft. */
export type CheckoutForm = CardForm &
  Omit<DonorDetails, "tribute"> & {
    readonly isInHonor: boolean;
    readonly sendsTribute: boolean;
    readonly tribute: TributeForm;
    /** A honeypot. It has to be empty, and isn't sent. */
    readonly website: string;
  };

/** The tab's draft, kept until the gift succeeds. */
export const CHECKOUT_DRAFT_KEY = { owner: VISITOR_OWNER, form: "gift" } as const;

export const EMPTY_CHECKOUT: CheckoutForm = {
  ...EMPTY_CARD_FORM,
  firstName: "",
  lastName: "",
  hasOneName: false,
  coversFee: false,
  isAnonymous: false,
  isInHonor: false,
  inHonorOf: "",
  isMemorial: false,
  sendsTribute: false,
  tribute: EMPTY_TRIBUTE,
  keepsCard: false,
  website: "",
};

/**
 * Reports an incomplete card, and a dedication that is checked but has no name, which would otherwise be dropped
 * silently.
 */
const findDedicationErrors = (form: CheckoutForm): DonorErrors => {
  if (!form.isInHonor) return {};
  const tributeErrors = form.sendsTribute ? Object.entries(findTributeErrors(form.tribute)) : [];
  return {
    ...(form.inHonorOf.trim() === "" && { inHonorOf: "Enter a name, or uncheck the box above." }),
    ...Object.fromEntries(tributeErrors.map(([name, error]) => [TRIBUTE_PREFIX + name, error])),
  };
};

/** Returns the errors of what a donor may add to any gift, and of the honeypot among it. */
export const findOptionErrors = (form: CheckoutForm): DonorErrors => ({
  ...findDedicationErrors(form),
  ...(form.website !== "" && { website: HONEYPOT_ERROR }),
});

export const hasDedicationErrors = (errors: DonorErrors): boolean =>
  Object.keys(errors).some((name) => name === "inHonorOf" || name.startsWith(TRIBUTE_PREFIX));

/** Returns the errors of the tribute's fields, under the names of those fields. */
export const getTributeErrors = (errors: DonorErrors): TributeErrors =>
  Object.fromEntries(
    Object.entries(errors)
      .filter(([name]) => name.startsWith(TRIBUTE_PREFIX))
      .map(([name, error]) => [name.slice(TRIBUTE_PREFIX.length), error]),
  );

/** Returns whether both fields hold the same name. Then the donor is asked whether it's the only one. */
export const hasSameNames = ({ firstName, lastName }: CheckoutForm): boolean =>
  firstName.trim() !== "" && firstName.trim() === lastName.trim();

/** Returns the typed name. Two equal names are one only if the donor says so. */
const getTypedName = (form: CheckoutForm) =>
  form.hasOneName && hasSameNames(form)
    ? createOneName(form.firstName.trim())
    : { firstName: form.firstName.trim(), lastName: form.lastName.trim(), hasOneName: false };

/**
 * Returns the donor as entered or, if the form asked only for the card, with the name on the card (DON-24).
 */
export const getDonorDetails = (form: CheckoutForm, usesCardName: boolean): DonorDetails => {
  const { coversFee, isAnonymous, keepsCard } = form;
  const inHonorOf = form.isInHonor ? form.inHonorOf.trim() : "";
  const isMemorial = form.isInHonor && form.isMemorial;
  const tribute = form.isInHonor && form.sendsTribute ? getTributeDetails(form.tribute) : null;
  const name = usesCardName ? createDonorName(form.nameOnCard) : getTypedName(form);
  const email = form.email.trim();
  return {
    ...name,
    email,
    coversFee,
    isAnonymous,
    inHonorOf,
    isMemorial,
    tribute,
    keepsCard,
  };
};

/** Fills in the donor's name as the name on the card, unless another name was typed. */
export const fillCardName = (form: CheckoutForm): CheckoutForm => {
  if (form.nameOnCard.trim() !== "") return form;
  const { firstName, lastName, hasOneName } = getTypedName(form);
  return { ...form, nameOnCard: hasOneName ? firstName : `${firstName} ${lastName}` };
};

/**
 * Fills in what a wallet knows about the donor. A wallet may know nothing, or send blanks, which never replace what was
 * typed.
 */
export const fillWalletDetails = (
  form: CheckoutForm,
  wallet: { readonly name?: string | null; readonly email?: string | null } | undefined,
): CheckoutForm => {
  const nameOnCard = wallet?.name?.trim() ?? "";
  const email = wallet?.email?.trim() || form.email;
  if (nameOnCard === "") return { ...form, email };
  const { firstName, lastName, hasOneName } = createDonorName(nameOnCard);
  return {
    ...form,
    email,
    nameOnCard,
    firstName,
    lastName: hasOneName ? firstName : lastName,
    hasOneName,
  };
};

/** Returns the amount to charge in dollars: the gift, plus the fee if the donor covers it. */
export const getChargedAmount = (
  { amount }: ChosenDonation,
  coversFee: boolean,
  terms: GivingTerms,
): number => (coversFee ? computeChargeCoveringFee(amount * 100, terms) / 100 : amount);
