import { Marked, type Token } from "marked";
import { POST_DIALECT } from "../rules/post-dialect.ts";
import { isOwnPicture, LINK_URL_PATTERN } from "../rules/stored-html.ts";

const markdown = new Marked(POST_DIALECT);

const URL_MAX_LENGTH = 80;
const shortenUrl = (url: string): string =>
  url.length > URL_MAX_LENGTH ? `${url.slice(0, URL_MAX_LENGTH)}…` : url;

/**
 * Returns what is wrong with the first link or picture that the page would remove, or undefined if all are fine. The
 * author gets this message so that no one publishes a post with a dead link or a missing picture.
 */
export function findLinkProblem(content: string): string | undefined {
  let problem: string | undefined;
  const check = (token: Token) => {
    problem ??= describeProblem(token);
  };
  void markdown.walkTokens(markdown.lexer(content), check);
  return problem;
}

function describeProblem(token: Token): string | undefined {
  if (token.type === "link" && !LINK_URL_PATTERN.test(String(token["href"]))) {
    return `A link leads to “${shortenUrl(String(token["href"]))}”. Links must start with https://, http://, mailto:, tel: or /`;
  }
  if (token.type === "image" && !isOwnPicture(String(token["href"]))) {
    return `A picture is loaded from “${shortenUrl(String(token["href"]))}”. Please upload it here instead`;
  }
  return undefined;
}
