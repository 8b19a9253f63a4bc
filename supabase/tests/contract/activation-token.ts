import { signedId } from "../../functions/_shared/http/signed-id.ts";
import { facts } from "./stack.ts";

/** What the approval mail with that link says behind its `#`. */
export const activationToken = (linkId: string): Promise<string> =>
  signedId(facts.hashSecret, "activation-link", linkId);
