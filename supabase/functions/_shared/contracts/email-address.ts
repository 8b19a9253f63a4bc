const LOCAL_PART = "[a-z\\d!#$%&'*+/=?^_`{|}~-]+(?:\\.[a-z\\d!#$%&'*+/=?^_`{|}~-]+)*";
const LABEL = "[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?";

/** An address that mail servers accept (RFC 5321, without quotes). Top-level domains have letters or are encoded. */
export const EMAIL_ADDRESS_PATTERN = new RegExp(
  `^${LOCAL_PART}@(?:${LABEL}\\.)+(?:[a-z]{2,63}|xn--[a-z\\d-]{2,59})$`,
  "i",
);

/** A domain with letters of any script, and with the periods that East Asian keyboards type. */
const DOMAIN_PATTERN = /^[\p{L}\p{M}\p{N}.。．｡-]{1,253}$/u;

/**
 * Writes the domain as mail servers know it, so that `münchen.de` and `xn--mnchen-3ya.de` are the same address wherever
 * addresses are stored, counted and compared.
 */
export const encodeEmailDomain = (address: string): string => {
  const domain = address.slice(address.lastIndexOf("@") + 1);
  const isEncoded = /^[\0-\x7f]*$/.test(domain);
  if (isEncoded || !DOMAIN_PATTERN.test(domain) || domain === address) return address;
  const url = `http://${domain}`;
  return URL.canParse(url) ? address.slice(0, -domain.length) + new URL(url).hostname : address;
};

/** Writes each address in a searched text as it is stored, so that `jane@münchen.de` and `@münchen.de` are found. */
export const encodeSearchedAddresses = (search: string): string =>
  search.split(" ").map(encodeEmailDomain).join(" ");
