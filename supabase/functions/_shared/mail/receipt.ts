import { describeBoxes } from "../rules/describe-boxes.ts";
import { createAcknowledgment } from "../rules/donation-documents.ts";
import { createNoncashAcknowledgment } from "../rules/noncash-documents.ts";
import type { MailOrganization } from "./layout.ts";
import { getDedicationLabel } from "../rules/dedication.ts";
import { escapeHtml } from "../rules/escape-html.ts";
import { SITE_PAGES } from "../rules/site-pages.ts";
import { formatValue, type Values, UnsendableMailError } from "./placeholders.ts";

type Fact = readonly [label: string, value: string];

function requireValue(values: Values, name: string): string {
  const text = formatValue(name, values[name]).trim();
  if (text === "")
    throw new UnsendableMailError(`A receipt needs ${name}, which this email doesn't have.`);
  return text;
}

/** Returns an amount in dollars, whether it is stored as a number or as text, or 0 if there is none. */
const readDollars = (values: Values, name: string): number => Number(values[name] ?? 0);

/** Creates the paragraph with the cancel link, which recurring donors must be able to find on every receipt. */
const createManageParagraph = (siteUrl: string): string =>
  `<p class="small">This gift repeats every month. <a href="${escapeHtml(siteUrl)}${SITE_PAGES.manageGift}">Manage or cancel</a></p>\n`;

const createShareParagraph = (siteUrl: string): string =>
  `<p class="small">Know someone who'd like to send a box, too? <a href="${escapeHtml(siteUrl)}${SITE_PAGES.donate}">Share our donation page</a></p>\n`;

const packingDayFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "full", timeZone: "UTC" });

/**
 * Renders the top of a receipt, which says how many boxes the gift fills and, if it is known, when boxes will next be
 * packed.
 */
export function renderReceiptLead(values: Values): string {
  const packagePrice = readDollars(values, "packagePrice");
  if (!(packagePrice > 0)) return "";
  const filledDollars =
    readDollars(values, "donationAmount") -
    readDollars(values, "feeCovered") -
    readDollars(values, "refundedAmount");
  const everyMonth = values["isRecurring"] === true ? " every month" : "";
  const packingDate = values["packingDate"];
  const packingSentence =
    typeof packingDate === "string"
      ? `<br>The next packing day is ${packingDayFormat.format(new Date(`${packingDate}T00:00:00Z`))}.`
      : "";
  const cardSentence = values["cardSentence"];
  const cardText = typeof cardSentence === "string" ? `<br>${escapeHtml(cardSentence)}` : "";
  return `<p class="lead"><strong>Your gift fills ${describeBoxes(filledDollars, packagePrice)}${everyMonth}.</strong>${packingSentence}${cardText}</p>\n`;
}

/** Lists the refund and the net amount, for receipts that are sent after a refund. */
function listRefundFacts(values: Values): readonly Fact[] {
  const refundedAmount = readDollars(values, "refundedAmount");
  if (refundedAmount <= 0) return [];
  const netAmount = (readDollars(values, "donationAmount") * 100 - refundedAmount * 100) / 100;
  return [
    ["Refunded", formatValue("refundedAmount", refundedAmount)],
    ["Your gift after the refund", formatValue("remainingAmount", netAmount.toFixed(2))],
  ];
}

const createFactsTable = (facts: readonly Fact[]): string => `<table class="facts"><tbody>
${facts.map(([label, value]) => `<tr><th scope="row">${label}</th><td>${escapeHtml(value)}</td></tr>`).join("\n")}
</tbody></table>`;

const createClosingParagraph = (sentences: readonly string[]): string =>
  `<p class="small">${escapeHtml(sentences.join(" "))}</p>\n`;

/** Renders the facts in the letter for donated goods or shares. They are appended, like the facts of a receipt. */
export function renderNoncashFacts(
  values: Values,
  donorName: string,
  organization: MailOrganization,
): string {
  const isDemo = values["isDemo"] === true;
  const { organizationName: name, taxId } = organization;
  const sentences = createNoncashAcknowledgment({ organization: { name, taxId }, isDemo });
  const replacedLetterDate = formatValue("replacedLetterDate", values["replacedLetterDate"]);
  const table = createFactsTable([
    ["Donor", donorName],
    ["Gift", requireValue(values, "gift")],
    ["Date of gift", requireValue(values, "donationDate")],
    ["Given to", name],
    ["EIN", taxId],
    ...(replacedLetterDate === ""
      ? []
      : [["Replaces", `Our letter dated ${replacedLetterDate}`] as const]),
  ]);
  return `<h2>${isDemo ? "Sample acknowledgment" : "For your tax records"}</h2>
${table}
${isDemo ? "" : createClosingParagraph(sentences)}`;
}

/**
 * Renders the facts that the IRS requires in a written acknowledgment. They are appended to receipts rather than
 * included in the template, because administrators can rewrite templates and the facts must stay.
 */
export function renderReceiptFacts(
  values: Values,
  donorName: string,
  organization: MailOrganization,
  siteUrl: string,
): string {
  const isDemo = values["isDemo"] === true;
  const fee = readDollars(values, "feeCovered");
  const honoredPerson = formatValue("inHonorOf", values["inHonorOf"]);
  const replacedReceiptNumber = formatValue(
    "replacedReceiptNumber",
    values["replacedReceiptNumber"],
  );
  const replacedReceiptDate = formatValue("replacedReceiptDate", values["replacedReceiptDate"]);
  const replacedReceipt =
    replacedReceiptNumber + (replacedReceiptDate === "" ? "" : `, sent on ${replacedReceiptDate}`);
  const facts: readonly Fact[] = [
    ["Donor", donorName],
    ["Amount", requireValue(values, "donationAmount")],
    ...(fee > 0
      ? [["Card fee included", formatValue("feeAmount", values["feeCovered"])] as const]
      : []),
    ...listRefundFacts(values),
    ["Date of gift", requireValue(values, "donationDate")],
    ["Type of gift", values["isRecurring"] === true ? "Monthly" : "One-time"],
    ...(honoredPerson === ""
      ? []
      : [[getDedicationLabel(values["isMemorial"] === true), honoredPerson] as const]),
    ["Given to", organization.organizationName],
    ["EIN", organization.taxId],
    ["Receipt number", requireValue(values, "receiptNumber")],
    ...(replacedReceipt === "" ? [] : [["Replaces receipt", replacedReceipt] as const]),
  ];
  const method = values["method"] === "ira" ? "ira" : "online";
  const { organizationName: name, taxId } = organization;
  const sentences = createAcknowledgment({
    organization: { name, taxId },
    gifts: [{ isDemo, method }],
  });
  const closingParagraph = isDemo ? "" : createClosingParagraph(sentences);
  const manageParagraph = values["isRecurring"] === true ? createManageParagraph(siteUrl) : "";
  return `<h2>${isDemo ? "Sample receipt" : "Your receipt"}</h2>
${createFactsTable(facts)}
${closingParagraph}${manageParagraph}${createShareParagraph(siteUrl)}`;
}
