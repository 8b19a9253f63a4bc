import { EMAIL_PATTERN, ZIP_CODE_PATTERN } from "#contracts/limits.ts";
import type { Availability } from "#lib/availability.ts";
import { findNewPasswordProblem } from "#rules/new-password.ts";

/** City and state typed after a failed lookup. They apply only to the ZIP code that was looked up. */
export interface ManualPlace {
  readonly zipCode: string;
  readonly city: string;
  readonly state: string;
}

export const NO_MANUAL_PLACE: ManualPlace = { zipCode: "", city: "", state: "" };

export interface ContactValues {
  readonly email: string;
  readonly phone: string;
  readonly password: string;
  readonly zipCode: string;
  readonly availability: Availability | "";
  readonly interests: string;
}

export interface SectionApplication extends ContactValues {
  readonly name: string;
}

export interface DialogApplication extends ContactValues {
  readonly firstName: string;
  readonly lastName: string;
  readonly manualPlace: ManualPlace;
}

const EMPTY_CONTACT: ContactValues = {
  email: "",
  phone: "",
  password: "",
  zipCode: "",
  availability: "",
  interests: "",
};
export const EMPTY_SECTION_APPLICATION: SectionApplication = { ...EMPTY_CONTACT, name: "" };
export const EMPTY_DIALOG_APPLICATION: DialogApplication = {
  ...EMPTY_CONTACT,
  firstName: "",
  lastName: "",
  manualPlace: NO_MANUAL_PLACE,
};

export type ApplicationErrors = Partial<Record<string, string>>;

const MISSING_ERRORS: Readonly<Record<string, string>> = {
  name: "Enter your full name.",
  firstName: "Enter your first name.",
  lastName: "Enter your last name.",
  email: "Enter your email address.",
  phone: "Enter your phone number.",
  password: "Choose a password.",
  zipCode: "Enter your ZIP code.",
  availability: "Choose when you're free.",
};

export const SECTION_REQUIRED_FIELDS = ["name", "email", "availability", "password"] as const;
export const DIALOG_REQUIRED_FIELDS = [
  "firstName",
  "lastName",
  "email",
  "phone",
  "password",
  "zipCode",
  "availability",
] as const;

const findInvalidFieldErrors = ({ email, password, zipCode }: ContactValues): ApplicationErrors => {
  const passwordProblem = findNewPasswordProblem(password);
  return {
    ...(!EMAIL_PATTERN.test(email.trim()) && { email: "Enter a valid email address." }),
    ...(passwordProblem && { password: passwordProblem }),
    ...(zipCode.trim() &&
      !ZIP_CODE_PATTERN.test(zipCode.trim()) && { zipCode: "Enter a ZIP code such as 76102." }),
  };
};

export interface ApplicationCheck {
  readonly hasMissingFields: boolean;
  readonly errors: ApplicationErrors;
}

/** Reports an empty required field as missing rather than invalid. */
export const checkApplication = <Form extends ContactValues>(
  form: Form,
  requiredFields: readonly (keyof Form & string)[],
): ApplicationCheck => {
  const emptyFields = requiredFields.filter((name) => String(form[name]).trim() === "");
  const missingErrors = Object.fromEntries(emptyFields.map((name) => [name, MISSING_ERRORS[name]]));
  return {
    hasMissingFields: emptyFields.length > 0,
    errors: { ...findInvalidFieldErrors(form), ...missingErrors },
  };
};

export const getContact = (form: ContactValues) => ({
  email: form.email.trim(),
  phone: form.phone.trim(),
  zipCode: form.zipCode.trim(),
  availability: form.availability as Availability,
  interests: form.interests.trim() || null,
  password: form.password,
});
