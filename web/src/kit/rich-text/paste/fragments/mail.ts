import { LINKS_NOTICE, PICTURES_NOTICE, type PastedFragment } from "./fragment.ts";

const SAFE_LINK_DATA =
  "&amp;data=02%7C01%7Cann.smith%40example.org%7Ced56cca1a5214cf9132808d7eabac6d9%7C3dd8961fe4884e608e11a82d994e183d%7C0%7C0%7C637235960880865820&amp;sdata=1eMdG%2Fr07okHFC%3D&amp;reserved=0";
const safeLink = (host: string, target: string): string =>
  `https://${host}/?url=${encodeURIComponent(target)}${SAFE_LINK_DATA}`;

export const MAIL: readonly PastedFragment[] = [
  {
    name: "Outlook: a safe link behind words",
    origin: "file",
    html: `<p class="MsoNormal">Read <a href="${safeLink("nam11.safelinks.protection.outlook.com", "https://lists.example.org/info?a=1&b=2#top")}" originalsrc="https://lists.example.org/info" shash="bQ6LZdwd=" rel="noreferrer" target="_blank">the list</a>.</p>`,
    markdown: String.raw`Read [the list](https://lists.example.org/info?a=1\&b=2#top).`,
  },
  {
    name: "Outlook: safe links that are written out",
    origin: "file",
    html: `<div>See <a href="${safeLink("nam02.safelinks.protection.outlook.com", "https://example.org/boxes")}">${safeLink("nam02.safelinks.protection.outlook.com", "https://example.org/boxes")}</a> and ${safeLink("gcc02.safelinks.protection.outlook.com", "https://example.org/tea")}, please.</div>`,
    markdown: "See https://example.org/boxes and https://example.org/tea, please.",
  },
  {
    name: "Outlook: safe links of the armed forces, of Teams, and one inside another",
    origin: "memory",
    html: `<p><a href="${safeLink("usg01.safelinks.protection.office365.us", "https://example.mil/mail")}">Mail</a>, <a href="https://statics.teams.cdn.office.net/evergreen-assets/safelinks/1/atp-safelinks.html?url=https%3A%2F%2Fexample.org%2Fa&amp;locale=en-us">Teams</a>, <a href="${safeLink("nam02.safelinks.protection.outlook.com", "https://www.google.com/url?q=https%3A%2F%2Fexample.org%2Fb&sa=D")}">both</a></p>`,
    markdown:
      "[Mail](https://example.mil/mail), [Teams](https://example.org/a), [both](https://example.org/b)",
  },
  {
    name: "Proofpoint and other link checkers",
    origin: "file",
    html: `<p><a href="https://urldefense.proofpoint.com/v2/url?u=https-3A__media.example.org_images_jupiter-2Dmoon.jpg.638x0-5Fq80&amp;d=DwMBaQ&amp;c=Vxt5e0Osvvt2">two</a> <a href="https://urldefense.com/v3/__https://example.hu/*kadlec/key.txt?a=1__;fg!!GjvTz_vk!Ueht58Jfq7I9$">three</a> <a href="https://urldefense.com/v3/__https://example.hu/**Akadlec__;fn4!!GjvTz_vk!Ueht$">run</a> <a href="https://protect2.fireeye.com/v1/url?k=26ebb71c-79708e5a&amp;q=1&amp;e=9f16193b&amp;u=https%3A%2F%2Fexample.org%2Fcli">eye</a> <a href="https://linkprotect.cudasvc.com/url?a=https%3a%2f%2fexample.org%2fx&amp;c=E,1">guard</a> <a href="https://secure-web.cisco.com/1abcDEF/https%3A%2F%2Fexample.org%2Fy">cisco</a></p>`,
    markdown:
      "[two](https://media.example.org/images/jupiter-moon.jpg.638x0_q80) [three](https://example.hu/~kadlec/key.txt?a=1) [run](https://example.hu/~~kadlec) [eye](https://example.org/cli) [guard](https://example.org/x) [cisco](https://example.org/y)",
  },
  {
    name: "Outlook for Windows: a list and a signature with a picture",
    origin: "memory",
    html: `<div class=WordSection1><p class=MsoNormal>Hi all,<o:p></o:p></p><ul style='margin-top:0in' type=disc><li class=MsoListParagraph style='margin-left:0in;mso-list:l0 level1 lfo1'>Socks<o:p></o:p></li><ul style='margin-top:0in' type=circle><li class=MsoListParagraph style='mso-list:l0 level2 lfo1'>warm<o:p></o:p></li></ul><li class=MsoListParagraph style='mso-list:l0 level1 lfo1'>Tea</li></ul>
<p class=MsoNormal><b><span style='font-size:10.0pt;color:#1F497D'>Ann Smith</span></b><o:p></o:p></p><p class=MsoNormal><img width=120 height=40 src="cid:image001.png@01DA1B2C.3D4E5F60" alt="Logo"><a href="tel:+15125550100">(512) 555-0100</a></p></div>`,
    markdown:
      "Hi all,\n\n- Socks\n  - warm\n- Tea\n\n**Ann Smith**\n\n[(512) 555-0100](tel:+15125550100)",
    notice: PICTURES_NOTICE(1),
  },
  {
    name: "Outlook on the web",
    origin: "memory",
    html: `<meta charset='utf-8'><div class="elementToProof" style="text-align: left; text-indent: 0px; font-family: Aptos, sans-serif; font-size: 12pt; color: rgb(0, 0, 0);">Dear <b>friends</b>,</div><div class="elementToProof" style="font-family: Aptos;"><br></div><ol start="3" data-editing-info="{&quot;orderedStyleType&quot;:1}" style="margin-top: 0px;"><li style="font-size: 12pt;"><div role="presentation" class="elementToProof">Seal</div></li><li><div class="elementToProof">Mail</div></li></ol><div><a href="about:blank#_Toc1">Top</a></div>`,
    markdown: "Dear **friends**,\n\n3. Seal\n4. Mail\n\nTop",
    notice: LINKS_NOTICE(1),
  },
  {
    name: "a newsletter whose layout is made of tables, with a tracking pixel",
    origin: "memory",
    html: `<table role="presentation" width="100%"><tr><td align="center"><table width="600"><tr><td><span style="display:none!important;font-size:0">Preview text</span><h1 style="font-weight:bold">Thank you</h1><p>We sent <strong>40</strong> boxes.</p></td></tr><tr><td><table><tr><td><a href="https://example.org/give" style="background:#c00;color:#fff;font-weight:bold">Give</a></td></tr></table></td></tr></table><img src="https://track.example.org/o.gif" width="1" height="1" alt=""><img src="https://track.example.org/a.gif" width="1" alt=""><img src="https://track.example.org/b.gif" height="1" alt=""></td></tr></table>`,
    markdown: "## Thank you\n\nWe sent **40** boxes.\n\n[**Give**](https://example.org/give)",
  },
  {
    name: "Gmail: a symbol that is a picture",
    origin: "memory",
    html: `<div dir="ltr">Thanks <img data-emoji="🎁" class="an1" alt="🎁" aria-label="🎁" draggable="false" src="https://fonts.gstatic.com/s/e/notoemoji/16.0/1f381/72.png" loading="lazy"> to <a href="https://example.org/" target="_blank" data-saferedirecturl="https://www.google.com/url?q=https://example.org/&amp;source=gmail&amp;ust=1&amp;usg=AOv">all</a><div><br></div><div>Bye<br></div></div>`,
    markdown: "Thanks 🎁 to [all](https://example.org/)\n\nBye",
  },
];
