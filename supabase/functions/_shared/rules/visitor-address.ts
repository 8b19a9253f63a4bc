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
