import { Marked, type Token } from "marked";
import { isOwnPicture, LINK_ADDRESS } from "../rules/stored-html.ts";

const nothing = () => undefined;

/** What web/src/ui/markdown.tsx takes for Markdown; everything else is text there, HTML above all. */
const markdown = new Marked({
  breaks: true,
  tokenizer: { html: nothing, tag: nothing, code: nothing, lheading: nothing, def: nothing },
});

const SHOWN_MAX = 80;
const shortened = (address: string): string =>
  address.length > SHOWN_MAX ? `${address.slice(0, SHOWN_MAX)}…` : address;

/**
 * What is wrong with a post's first link or picture that a page would not follow or show; undefined where all are well.
 * It is told rather than taken out, so that nobody publishes a post in which a link is dead or a picture missing.
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
    return `A picture is at “${shortened(String(token["href"]))}”. Please upload it here instead`;
  }
  return undefined;
}
