/**
 * The most common email domains, starting with those that are most popular today. A domain that nearly matches one of
 * them is likely a typo.
 */
const COMMON_DOMAINS = [
  "gmail.com",
  "yahoo.com",
  "icloud.com",
  "outlook.com",
  "hotmail.com",
  "aol.com",
  "comcast.net",
  "verizon.net",
  "protonmail.com",
  "sbcglobal.net",
  "bellsouth.net",
];

/** Real domains that look like typos of common ones. */
const REAL_DOMAINS = new Set(
  "mail.com email.com ymail.com gmx.com gmx.net live.com msn.com me.com mac.com att.net cox.net hotmail.co.uk yahoo.co.uk yahoo.ca fastmail.com hey.com ptd.net q.com".split(
    " ",
  ),
);

const LONG_DOMAIN_LENGTH = 9;

/** Returns the edit distance between two words; swapping neighbors counts as one edit. */
const getEditDistance = (from: string, to: string): number => {
  const rows = [Array.from({ length: to.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const previousRow = rows[i - 1]!;
      const cost = from[i - 1] === to[j - 1] ? 0 : 1;
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row[j] = Math.min(
        previousRow[j]! + 1,
        row[j - 1]! + 1,
        previousRow[j - 1]! + cost,
        isSwap ? rows[i - 2]![j - 2]! + 1 : Number.POSITIVE_INFINITY,
      );
    }
    rows.push(row);
  }
  return rows[from.length]![to.length]!;
};

const COMPLETED_DOMAIN_COUNT = 4;

/** Returns the common domains that complete `anna@` or `anna@g`; empty if there are none. */
export const listDomainCompletions = (input: string): readonly string[] => {
  const [, host] = /^[^\s@]+@([^\s@]*)$/.exec(input.trim()) ?? [];
  if (host === undefined) return [];
  return COMMON_DOMAINS.slice(0, COMPLETED_DOMAIN_COUNT).filter(
    (domain) => domain.startsWith(host.toLowerCase()) && domain !== host.toLowerCase(),
  );
};

/** Returns `anna@gmail.com` for `anna@gmial.com`; undefined if the address looks right. */
export const suggestEmail = (input: string): string | undefined => {
  const [, localPart, host = ""] = /^([^\s@]+)@([^\s@]{4,})$/.exec(input.trim()) ?? [];
  const domain = host.toLowerCase();
  if (localPart === undefined || REAL_DOMAINS.has(domain) || COMMON_DOMAINS.includes(domain))
    return undefined;
  const similarDomain = COMMON_DOMAINS.find(
    (commonDomain) =>
      getEditDistance(domain, commonDomain) <= (commonDomain.length > LONG_DOMAIN_LENGTH ? 2 : 1),
  );
  return similarDomain && `${localPart}@${similarDomain}`;
};
