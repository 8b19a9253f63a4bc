import type { DonationMethod } from "../contracts/choices.ts";

/** What screens and papers call the ways in which donations come. */
export const DONATION_METHOD: Readonly<Record<DonationMethod, string>> = {
  online: "Online",
  check: "Check",
  cash: "Cash",
  bank_transfer: "Bank transfer",
  donor_advised_fund: "Donor-advised fund",
  ira: "IRA distribution",
  employer_match: "Employer match",
  stock: "Stock sale",
  other_platform: "Another platform",
  other: "Other",
};
