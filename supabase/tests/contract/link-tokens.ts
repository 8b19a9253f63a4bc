import { signId } from "../../functions/_shared/http/signed-id.ts";
import { facts } from "./stack.ts";

/** Returns the token in the approval email's link, which follows the `#`. */
export const signActivationLink = (linkId: string): Promise<string> =>
  signId(facts.hashSecret, "activation-link", linkId);

/** Returns the token in the link to a volunteer's new email address. */
export const signEmailChange = (linkId: string): Promise<string> =>
  signId(facts.hashSecret, "email-change-link", linkId);
