/**
 * Headers that our CDN adds to requests for the functions: a shared secret and the visitor's address. The address is
 * trusted only if the secret is correct (docs/decisions/0007).
 */
export const EDGE_SECRET_HEADER = "x-edge-secret";
export const VISITOR_ADDRESS_HEADER = "x-visitor-address";
/** The header set by the edge in front of every Supabase project, which overwrites the client's value. */
export const PROJECT_EDGE_HEADER = "cf-connecting-ip";

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;

/**
 * Returns the address used for rate limits, or undefined if it's invalid. A household has a whole IPv6 /64, so the
 * first address of the /64 stands for all of them. IPv4-mapped addresses become IPv4.
 */
export function toRateLimitAddress(text: string): string | undefined {
  const address = text.trim();
  if (IPV4.test(address)) return address;
  if (!address.includes(":")) return undefined;
  const url = URL.parse(`http://[${address.split("%", 1)[0]}]`);
  if (url === null) return undefined;
  const groups = parseGroups(url.hostname.slice(1, -1));
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join(".");
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::`;
}

/** An IPv6 /64, as `toRateLimitAddress` returns it, at the end of a counter's subject. */
const NETWORK_64 = /(?<![^ ])((?:[\da-f]{1,4}:){2}[\da-f]{1,4}):[\da-f]{1,4}::$/;

/**
 * Replaces the /64 at the end of a counter's subject, such as `account 2001:db8:1:2::`, with the /48 around it, which a
 * single customer of a provider can have. Returns undefined if the subject doesn't end with an IPv6 address.
 */
export const toWiderSubject = (subject: string): string | undefined =>
  NETWORK_64.test(subject) ? subject.replace(NETWORK_64, "$1::/48") : undefined;

/** Returns the network that a visitor usually stays in: an IPv6 /48 or an IPv4 /24. */
export const toHomeNetwork = (address: string): string =>
  toWiderSubject(address) ?? address.replace(/\.\d+$/, ".0/24");

/** Returns an IPv6 address's eight groups as numbers. */
function parseGroups(address: string): number[] {
  const [headGroups = [], tailGroups = []] = address
    .split("::")
    .map((half) => (half === "" ? [] : half.split(":").map((group) => Number.parseInt(group, 16))));
  return [
    ...headGroups,
    ...Array<number>(8 - headGroups.length - tailGroups.length).fill(0),
    ...tailGroups,
  ];
}
