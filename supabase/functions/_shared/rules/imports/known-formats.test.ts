import { expect, test } from "vitest";
import { createMapping } from "./formats.ts";
import { KNOWN_FORMATS } from "./known-formats.ts";

/** What we read from each system's file of donations. */
const FIELDS: Readonly<Record<string, string>> = {
  "care-packages":
    "address addressee amount city country creditedDonorId creditedPerson date email feeCovered firstName inHonorOf inMemoryOf isAnonymous lastName method mode note origin paymentId phone reference refunded salutation sourceDonorId sourceId state status time zipCode",
  givewp:
    "address address2 amount city company country currency date email firstName inHonorOf isAnonymous lastName method mode paymentId phone sourceDonorId sourceId state status tributeType zipCode",
  donorbox:
    "address address2 amount city company country currency date email firstName fullName inHonorOf inMemoryOf isAnonymous lastName method note paymentId phone refunded sourceId state status tributeType zipCode",
  givebutter:
    "address address2 amount city company country currency date email feeCovered firstName inHonorOf isAnonymous lastName method phone reference refunded sourceDonorId sourceId state status tributeType zipCode",
  stripe:
    "amount currency date dispute email fullName mode paymentId phone refunded sourceDonorId sourceId status",
  civicrm:
    "address address2 amount city company country currency date email firstName fullName inHonorOf inMemoryOf lastName method mode note paymentId phone reference sourceDonorId sourceId state status tributeType zipCode",
  benevity:
    "address amount city currency date email employer firstName lastName matchAmount note sourceId state zipCode",
  zeffy:
    "address amount city company country currency date email firstName inHonorOf inMemoryOf isAnonymous lastName method note phone refunded sourceId state status type zipCode",
  paypal:
    "address address2 amount city country currency date direction email firstName fullName lastName note phone refundOf sourceId state status type zipCode",
};

test.each(KNOWN_FORMATS.map((format) => [format.source, format] as const))(
  "from a file of %s, each column that its headings name is read",
  (source, format) => {
    const headings = Object.values(format.columns).map(([heading = ""]) => heading);
    const mapping = createMapping(format, "donations", headings);
    expect(Object.keys(mapping).toSorted().join(" ")).toBe(FIELDS[source]);
  },
);
