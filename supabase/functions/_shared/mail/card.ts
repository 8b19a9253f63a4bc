import { escapeHtml } from "../rules/escape-html.ts";
import { createQuotation, createGiverSignature } from "../rules/tribute-card.ts";
import { formatValue, type Values, UnsendableMailError } from "./placeholders.ts";

const MEMORIAL_TEMPLATE = "Memorial Card";
const CARD_TEMPLATES: ReadonlySet<string> = new Set(["Tribute Card", MEMORIAL_TEMPLATE]);

/**
 * Cards go to people who didn't ask for them and contain a donor's words, so their only link is the one that stops
 * further cards.
 */
export const isCard = (templateName: string): boolean => CARD_TEMPLATES.has(templateName);

/** Memorial cards have a quiet picture and no colored edge. */
export const isMemorialCard = (templateName: string): boolean => templateName === MEMORIAL_TEMPLATE;

/**
 * Renders the end of a card. It is appended rather than included in the template, because administrators can rewrite
 * templates and the end must stay.
 */
export function renderCardEnding(data: Values, stopLink: string | undefined): string {
  if (stopLink === undefined) throw new UnsendableMailError("This card doesn't exist anymore.");
  const lines = createQuotation(formatValue("message", data["message"]));
  const donorName = data["isAnonymous"] === true ? null : formatValue("name", data["donorName"]);
  const quotation =
    lines.length === 0
      ? ""
      : `\n<p class="lead">${lines.map(escapeHtml).join("<br>")}<br><strong>${escapeHtml(createGiverSignature(donorName))}</strong></p>`;
  return `${quotation}
<p class="small">You got this card because someone asked us to send it to you. <a href="${escapeHtml(stopLink)}">Don't email me again</a></p>
`;
}
