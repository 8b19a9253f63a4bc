import { EMAIL_PATTERN, ZIP_CODE_PATTERN } from "#contracts/limits.ts";
import { isExpiryInFuture, passesLuhn } from "./card-format.ts";

export interface CardForm {
  readonly nameOnCard: string;
  readonly cardNumber: string;
  readonly expirationDate: string;
  readonly cvv: string;
  readonly zipCode: string;
  readonly email: string;
}

export type CardFormErrors = Partial<Record<keyof CardForm, string>>;

export const EMPTY_CARD_FORM: CardForm = {
  nameOnCard: "",
  cardNumber: "",
  expirationDate: "",
  cvv: "",
  zipCode: "",
  email: "",
};

const MISSING_FIELD_ERRORS: Record<keyof CardForm, string> = {
  nameOnCard: "Enter the name on the card.",
  cardNumber: "Enter the card number.",
  expirationDate: "Enter the expiration date.",
  cvv: "Enter the CVV.",
  zipCode: "Enter the billing ZIP code.",
  email: "Enter your email for the receipt.",
};

const FIELD_NAMES = Object.keys(MISSING_FIELD_ERRORS) as readonly (keyof CardForm)[];

const findInvalidFieldErrors = (form: CardForm, now: Date): CardFormErrors => ({
  ...(!passesLuhn(form.cardNumber) && {
    cardNumber: "This isn't a valid card number. Please check it for typos.",
  }),
  ...(form.cardNumber.replace(/\s/g, "").length < 12 && {
    cardNumber: "This card number is too short.",
  }),
  ...(!isExpiryInFuture(form.expirationDate, now) && {
    expirationDate: "Enter a date in the future as MM/YY.",
  }),
  ...(form.cvv.length < 3 && { cvv: "The CVV is 3 or 4 digits." }),
  ...(!ZIP_CODE_PATTERN.test(form.zipCode) && { zipCode: "Enter a ZIP code such as 76102." }),
  ...(!EMAIL_PATTERN.test(form.email.trim()) && { email: "Enter a valid email address." }),
});

export interface CardFormCheck {
  readonly hasMissingFields: boolean;
  readonly errors: CardFormErrors;
}

/** Reports missing fields first (DON-18), then invalid ones. */
export const checkCardForm = (form: CardForm, now = new Date()): CardFormCheck => {
  const emptyFieldNames = FIELD_NAMES.filter((name) => form[name].trim() === "");
  const missingFieldErrors = Object.fromEntries(
    emptyFieldNames.map((name) => [name, MISSING_FIELD_ERRORS[name]]),
  );
  const formatErrors = findInvalidFieldErrors(form, now);
  return {
    hasMissingFields: emptyFieldNames.length > 0,
    errors: { ...formatErrors, ...missingFieldErrors },
  };
};
