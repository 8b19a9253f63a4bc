import { acknowledgment } from "../rules/gift-papers.ts";
import type { Organization } from "./layout.ts";
import { escapeHtml } from "../rules/escape-html.ts";
import { shown, type Values } from "./placeholders.ts";
import { Unsendable } from "./unsendable.ts";

type Fact = readonly [label: string, value: string];

function required(values: Values, name: string): string {
  const text = shown(name, values[name]).trim();
  if (text === "") throw new Unsendable(`A receipt needs ${name}, which this mail does not have.`);
  return text;
}

/**
 * What the IRS asks of a written acknowledgment, below the letter whatever its template says: a template can be
 * rewritten, the facts of a gift cannot.
 */
export function receiptFacts(values: Values, donor: string, organization: Organization): string {
  const isDemo = values["isDemo"] === true;
  const fee = Number(values["feeCovered"] ?? 0);
  const honored = shown("inHonorOf", values["inHonorOf"]);
  const facts: readonly Fact[] = [
    ["Donor", donor],
    ["Amount", required(values, "donationAmount")],
    ...(fee > 0 ? [["Included card fee", shown("feeAmount", values["feeCovered"])] as const] : []),
    ["Date of gift", required(values, "donationDate")],
    ["Kind of gift", values["isRecurring"] === true ? "Monthly" : "One-time"],
    ...(honored === "" ? [] : [["In honor of", honored] as const]),
    ["Given to", organization.organizationName],
    ["EIN", organization.taxId],
    ["Receipt number", required(values, "receiptNumber")],
  ];
  const rows = facts
    .map(([label, value]) => `<tr><th scope="row">${label}</th><td>${escapeHtml(value)}</td></tr>`)
    .join("\n");
  const { organizationName: name, taxId } = organization;
  const sentences = acknowledgment({ organization: { name, taxId }, gifts: [{ isDemo }] });
  const closing = isDemo ? "" : `<p class="small">${escapeHtml(sentences.join(" "))}</p>`;
  return `<h2>${isDemo ? "What a receipt would say" : "Your receipt"}</h2>
<table class="facts"><tbody>
${rows}
</tbody></table>
${closing}`;
}
