import { Marked, type Token } from "marked";
import { POST_DIALECT } from "../rules/post-dialect.ts";
import { isOwnPicture, LINK_ADDRESS } from "../rules/stored-html.ts";

const markdown = new Marked(POST_DIALECT);

const SHOWN_MAX = 80;
const shortened = (address: string): string =>
  address.length > SHOWN_MAX ? `${address.slice(0, SHOWN_MAX)}…` : address;

/**
 * Returns what is wrong with the first link or picture that the page would drop, or undefined if all are fine. Reported
 * instead of removed, so nobody publishes a post with a dead link or a missing picture.
 */
export function refusedLink(content: string): string | undefined {
  let refused: string | undefined;
  const look = (token: Token) => {
    refused ??= faultOf(token);
  };
  void markdown.walkTokens(markdown.lexer(content), look);
  return refused;
}

function faultOf(token: Token): string | undefined {
  if (token.type === "link" && !LINK_ADDRESS.test(String(token["href"]))) {
    return `A link leads to “${shortened(String(token["href"]))}”. Links must start with https://, http://, mailto:, tel: or /`;
  }
  if (token.type === "image" && !isOwnPicture(String(token["href"]))) {
    return `A picture is loaded from “${shortened(String(token["href"]))}”. Please upload it here instead`;
  }
  return undefined;
}
