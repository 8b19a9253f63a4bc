import { cleanStoredHtml } from "../html/clean-stored-html.ts";
import type { MailTemplate } from "../rules/built-in-templates.ts";
import { isSentBySite, PLACEHOLDER, placeholdersOf } from "../rules/mail-placeholders.ts";
import { type MailContext, type QueuedMail, renderMail } from "./render-mail.ts";
import { Unsendable } from "./unsendable.ts";

/** As the causes of mails write them; nobody is called so. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  name: "Rosalind",
  firstName: "Rosalind",
  donationAmount: 50,
  donationDate: "2026-11-21",
  receiptNumber: "R-2026-000123",
  inHonorOf: "Sgt. Paul Yates",
  refundAmount: 20,
  year: 2026,
  eventType: "Care Package Assembly",
  eventDate: "2026-12-05",
  startTime: "09:00:00",
  endTime: "12:30:00",
  timeZone: "America/Chicago",
  address: "410 Lantern Street, Fort Worth, TX 76102",
  formerDate: "2026-12-04",
  formerStartTime: "10:00:00",
  formerEndTime: "13:30:00",
  formerAddress: "12 Depot Road, Fort Worth, TX 76104",
  reason: "The hall is flooded.",
  account: "rosalind",
};

/** What nothing on this site sends has nobody who says what it is given: each reads as its own name. */
const unknownOf = ({ subject, htmlContent }: MailTemplate): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...`${subject} ${cleanStoredHtml(htmlContent, "mail")}`.matchAll(PLACEHOLDER)].map(
      ([, , inner = ""]) => {
        const name = inner.trim();
        return [name, `[${name}]`];
      },
    ),
  );

export interface SampleMail {
  readonly mail: QueuedMail;
  /** Links that lead to the page and open nothing. */
  readonly links: Pick<MailContext, "giftLink" | "activationLink">;
}

/** A mail as its cause would write it, with invented values: what previews, tests and the check of a template show. */
export function sampleMail(
  templateName: string,
  template: MailTemplate,
  siteUrl: string,
): SampleMail {
  const known = Object.keys(placeholdersOf(templateName));
  const given = Object.fromEntries(
    known.flatMap((name) => (name in SAMPLES ? [[name, SAMPLES[name]]] : [])),
  );
  return {
    mail: {
      templateName,
      toName: "Rosalind Achterberg",
      data: isSentBySite(templateName) ? given : { ...unknownOf(template), ...given },
    },
    links: {
      ...(known.includes("giftLink") && { giftLink: `${siteUrl}/manage-gift` }),
      activationLink: `${siteUrl}/activate`,
    },
  };
}

const NOBODY = { organizationName: "-", taxId: "-", address: "-", phone: "-", email: "-" };

/** Why a mail of that name cannot be written by this template; null where it can. */
export function templateProblem(templateName: string, template: MailTemplate): string | null {
  const siteUrl = "https://www.example.org";
  const { mail, links } = sampleMail(templateName, template, siteUrl);
  const own = { ...template, isActive: true };
  try {
    renderMail(mail, { organization: NOBODY, siteUrl, template: own, ...links });
    return null;
  } catch (error) {
    if (error instanceof Unsendable) return error.message;
    throw error;
  }
}
