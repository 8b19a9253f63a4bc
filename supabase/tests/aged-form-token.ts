import { createFormToken } from "../functions/payments/form-token.ts";

/** The age of the form. The server refuses forms that are submitted faster than a person could fill them in. */
const FORM_AGE_MS = 60_000;

/** Returns the token of a checkout form that has been open for a minute at this address. */
export async function createAgedFormToken(hashSecret: string, address: string): Promise<string> {
  const { formToken } = await createFormToken(hashSecret, Date.now() - FORM_AGE_MS, address);
  return formToken;
}
