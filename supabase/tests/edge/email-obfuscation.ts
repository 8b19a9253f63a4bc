/** Parts of a page whose addresses Cloudflare leaves as they are. */
const KEPT_PART =
  /<!--email_off-->[^]*?(?:<!--\/email_off-->|$)|<(head|script|style|noscript|textarea|xmp)\b[^]*?<\/\1>/gi;
const MAIL_LINK = /href="mailto:([^"?]+)[^"]*"/gi;
/** Matches tags, too, so that addresses in attributes stay as they are. */
const TAG_OR_ADDRESS = /<[^>]*>|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const DECODER =
  '<script data-cfasync="false" src="/cdn-cgi/scripts/5c5dd728/cloudflare-static/email-decode.min.js"></script>';

/** Encodes an address as Cloudflare does: a key, then each byte XOR the key. */
const encode = (address: string): string =>
  Buffer.from([0x2a, ...Buffer.from(address).map((byte) => byte ^ 0x2a)]).toString("hex");

const obfuscatePart = (html: string): string =>
  html
    .replaceAll(
      MAIL_LINK,
      (_, address: string) => `href="/cdn-cgi/l/email-protection#${encode(address)}"`,
    )
    .replaceAll(TAG_OR_ADDRESS, (match) =>
      match.startsWith("<")
        ? match
        : `<span class="__cf_email__" data-cfemail="${encode(match)}">[email&#160;protected]</span>`,
    );

/** Rewrites a page as Cloudflare's Email Address Obfuscation does, which is on in a new zone. */
export function obfuscateEmails(html: string): string {
  let result = "";
  let end = 0;
  for (const { index, 0: keptPart } of html.matchAll(KEPT_PART)) {
    result += obfuscatePart(html.slice(end, index)) + keptPart;
    end = index + keptPart.length;
  }
  result += obfuscatePart(html.slice(end));
  return result === html ? html : result.replace("</body>", `${DECODER}</body>`);
}
