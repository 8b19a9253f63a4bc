import type { RetentionRuleName } from "#contracts/choices.ts";
import { countWithNoun } from "#lib/format.ts";

interface RetentionText {
  /** Labels the switch. */
  readonly label: string;
  /** Says what is removed and what is kept. */
  readonly description: string;
  /** Labels the number of days. */
  readonly daysLabel: string;
  readonly noun: readonly [singular: string, plural: string];
  readonly verb: "emptied" | "deleted";
}

export const RETENTION_TEXTS: Readonly<Record<RetentionRuleName, RetentionText>> = {
  rejected_applications: {
    label: "Erase personal details from rejected applications",
    description:
      "Removes the name, contact details, interests, notes and login, also from the delivery log. The application still counts, but the rejection can't be undone anymore.",
    daysLabel: "Days after the rejection",
    noun: ["application", "applications"],
    verb: "emptied",
  },
  email_texts: {
    label: "Erase personal details from old emails",
    description:
      "Removes the text, so the email can't be sent again. The delivery log still shows who got which kind of email, and when.",
    daysLabel: "Days after the email went out",
    noun: ["email", "emails"],
    verb: "emptied",
  },
  unconfirmed_addresses: {
    label: "Delete addresses that were never confirmed",
    description:
      "If an approved applicant never sets up the account, this deletes the login and the directory entry, and removes the personal details from the application. Volunteers with hours or a shift are kept. It also deletes logins left over from interrupted applications.",
    daysLabel: "Days after the link expired",
    noun: ["address", "addresses"],
    verb: "deleted",
  },
  expired_links: {
    label: "Delete expired links",
    description:
      "Deletes donors' gift links, account setup links that have been used, and invitations to become an administrator.",
    daysLabel: "Days after the link expired",
    noun: ["link", "links"],
    verb: "deleted",
  },
};

interface DueCount {
  readonly count: number;
  readonly hasMore: boolean;
}

/** Returns text such as `1 email` or `more than 10,000 emails`. */
export const dueText = (name: RetentionRuleName, { count, hasMore }: DueCount): string => {
  const text = countWithNoun(count, ...RETENTION_TEXTS[name].noun);
  return hasMore ? `more than ${text}` : text;
};

/** Returns text such as `is due to be emptied` if the rule is on, or `would be emptied` if it's off. */
export const dueVerb = (name: RetentionRuleName, count: number, isOn: boolean): string =>
  `${isOn ? `${count === 1 ? "is" : "are"} due to` : "would"} be ${RETENTION_TEXTS[name].verb}`;
