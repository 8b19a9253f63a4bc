/**
 * What our CDN adds to each request for the functions: a secret that only it and they know, and the visitor's address.
 * The second is believed only together with the first (design §3).
 */
export const EDGE_SECRET_HEADER = "x-edge-secret";
export const VISITOR_ADDRESS_HEADER = "x-visitor-address";
/** Written by the edge before every Supabase project, over whatever a client sends under that name. */
export const PROJECT_EDGE_HEADER = "cf-connecting-ip";

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;

/**
 * The address by which a visitor is counted; undefined for what is none. A household has a whole /64 of IPv6 addresses,
 * so its first address stands for all of them; IPv4 written as IPv6 is IPv4.
 */
export function countedAddress(text: string): string | undefined {
  const address = text.trim();
  if (IPV4.test(address)) return address;
  if (!address.includes(":")) return undefined;
  const url = URL.parse(`http://[${address.split("%", 1)[0]}]`);
  if (url === null) return undefined;
  const groups = groupsOf(url.hostname.slice(1, -1));
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

/** The eight numbers of an address as URLs write it. */
function groupsOf(address: string): number[] {
  const [head = [], tail = []] = address
    .split("::")
    .map((part) => (part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16))));
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}
