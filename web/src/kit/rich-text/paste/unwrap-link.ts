/** Returns the address to which a wrapped one leads, or null. */
type Unwrapper = (url: URL) => string | null;

const parameter =
  (name: string): Unwrapper =>
  ({ searchParams }) =>
    searchParams.get(name);

const decodeBase64 = (text: string): string =>
  new TextDecoder().decode(
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) =>
      character.charCodeAt(0),
    ),
  );

/** Proofpoint writes `-3A__` for `://`. */
const readProofpoint2: Unwrapper = ({ searchParams }) => {
  const address = searchParams.get("u")?.replaceAll("-", "%").replaceAll("_", "/");
  return address === undefined ? null : decodeURIComponent(address);
};

const RUN_LENGTHS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Proofpoint writes `*` for a character, and `**B` for a run of three of them. They stand behind the address. */
const readProofpoint3: Unwrapper = ({ href }) => {
  const [, address, code = ""] = /\/v3\/__(.+?)__;([^!]*)!/.exec(href) ?? [];
  if (address === undefined) return null;
  const characters = Array.from(decodeBase64(code));
  const decodedAddress = address.replace(/\*\*([\w-])|\*/g, (_, run?: string) =>
    characters.splice(0, run === undefined ? 1 : RUN_LENGTHS.indexOf(run) + 2).join(""),
  );
  // Some mail programs drop one of two slashes.
  return decodedAddress.replace(/^(https?):\/(?!\/)/, "$1://");
};

/**
 * Hosts and paths that lead to another address. They check links, or count who follows them, so most carry the address
 * or the number of the person from whom the text was copied.
 */
const WRAPPERS: readonly (readonly [host: RegExp, path: RegExp, unwrap: Unwrapper])[] = [
  [
    /(?:^|\.)safelinks\.protection\.(?:outlook|office365|partner\.outlook)\.\w+$/,
    /^/,
    parameter("url"),
  ],
  [/^statics\.teams\.(?:cdn\.office\.net|microsoft\.com)$/, /safelinks/, parameter("url")],
  [/^(?:www\.)?google\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/, /^\/url$/, parameter("q")],
  [/^(?:www\.)?google\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/, /^\/url$/, parameter("url")],
  [/^urldefense(?:\.proofpoint)?\.com$/, /^\/v1\/url$/, parameter("u")],
  [/^urldefense(?:\.proofpoint)?\.com$/, /^\/v2\/url$/, readProofpoint2],
  [/^urldefense(?:\.proofpoint)?\.(?:com|us)$/, /^\/v3\//, readProofpoint3],
  [/^protect2?\.fireeye\.com$/, /^\/v1\/url$/, parameter("u")],
  [/^linkprotect\.cudasvc\.com$/, /^\/url$/, parameter("a")],
  [
    /^secure-web\.cisco\.com$/,
    /^\/[^/]+\/http/,
    ({ pathname }) => decodeURIComponent(pathname.split("/")[2] ?? ""),
  ],
  [
    /\.protection\.sophos\.com$/,
    /^/,
    ({ searchParams }) => decodeBase64(searchParams.get("u") ?? ""),
  ],
  [/\.trendmicro\.com$/, /^\/wis\/clicktime\//, parameter("url")],
  [/^lm?\.(?:facebook|messenger)\.com$/, /^\/l\.php$/, parameter("u")],
  [/^l\.instagram\.com$/, /^\/$/, parameter("u")],
  [/^(?:www\.)?youtube\.com$/, /^\/redirect$/, parameter("q")],
  [/^(?:www\.)?linkedin\.com$/, /^\/(?:redir\/redirect|safety\/go)\/?$/, parameter("url")],
  [/^out\.reddit\.com$/, /^/, parameter("url")],
  [/^slack-redir\.net$/, /^\/link$/, parameter("url")],
  [/^duckduckgo\.com$/, /^\/l\/$/, parameter("uddg")],
];

const isWebAddress = (address: string | null): address is string =>
  address !== null && /^https?:\/\//i.test(address) && URL.canParse(address);

const unwrapOnce = (address: string): string | null => {
  const url = new URL(address);
  for (const [host, path, unwrap] of WRAPPERS) {
    if (!host.test(url.hostname) || !path.test(url.pathname)) continue;
    try {
      const target = unwrap(url);
      if (isWebAddress(target)) return target;
    } catch {
      // The address is cut or encoded in another way, so it stays as it is.
    }
  }
  return null;
};

/** Wrappers can be wrapped again, such as when an email is forwarded. */
const DEPTH_MAX = 5;

/** Returns the address to which the link leads in the end. */
export const unwrapLink = (address: string): string => {
  let currentAddress = address;
  for (let depth = 0; depth < DEPTH_MAX && isWebAddress(currentAddress); depth += 1) {
    const target = unwrapOnce(currentAddress);
    if (target === null) break;
    currentAddress = target;
  }
  return currentAddress;
};

/** Unwraps the addresses that are written out in a text. */
export const unwrapLinksInText = (text: string): string =>
  text.replace(/https?:\/\/[^\s<>"]+/gi, (match) => {
    const punctuation = /[.,;:!?)\]}'’”]*$/.exec(match.slice(-5))?.[0] ?? "";
    const address = match.slice(0, match.length - punctuation.length);
    return unwrapLink(address) + punctuation;
  });
