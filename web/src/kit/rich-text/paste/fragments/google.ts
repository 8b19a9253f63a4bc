import { EMBEDDED_PICTURE, PICTURES_NOTICE, type PastedFragment } from "./fragment.ts";

const docs = (body: string): string =>
  `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-2403c50a-7fff-1beb-546e-cfb011af3058">${body}</b><br class="Apple-interchange-newline">`;

const span = (text: string, style = ""): string =>
  `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;font-variant:normal;text-decoration:none;vertical-align:baseline;white-space:pre;white-space:pre-wrap;${style}">${text}</span>`;
const paragraph = (content: string): string =>
  `<p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;">${content}</p>`;
const item = (text: string, level = 1): string =>
  `<li dir="ltr" style="list-style-type:decimal;font-size:11pt;font-family:Arial;color:#000000;font-weight:400;font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre;" aria-level="${level}"><p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;" role="presentation">${span(text)}</p></li>`;
const list = (name: "ol" | "ul", content: string, attributes = ""): string =>
  `<${name} style="margin-top:0;margin-bottom:0;padding-inline-start:48px;"${attributes}>${content}</${name}>`;

/** Google Sheets marks what it copies with an element of its own. */
const sheets = (rows: string): string =>
  `<html><body><!--StartFragment--><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" cellpadding="0" dir="ltr" border="1" style="table-layout:fixed;font-size:10pt;font-family:Arial;width:0px;border-collapse:collapse;border:none" data-sheets-root="1" data-sheets-baot="1"><colgroup><col width="100"/><col width="100"/></colgroup><tbody>${rows}</tbody></table><!--EndFragment--></body></html>`;
const cell = (text: string, style = "", attributes = ""): string =>
  `<td style="overflow:hidden;padding:2px 3px 2px 3px;vertical-align:bottom;${style}"${attributes}>${text}</td>`;

export const GOOGLE: readonly PastedFragment[] = [
  {
    name: "Docs: bold, italics and a crossed-out word",
    origin: "file",
    html: docs(
      paragraph(
        span("Thank ") +
          span("you", "font-weight:700;") +
          span(" and ") +
          span("all", "font-style:italic;") +
          span(" ") +
          span("gone", "text-decoration:line-through;-webkit-text-decoration-skip:none;"),
      ),
    ),
    markdown: "Thank **you** and *all* ~~gone~~",
  },
  {
    name: "Docs: a list that starts at 6",
    origin: "file",
    html: docs(list("ol", item("One") + item("Two") + item("Three"), ' start="6"')),
    markdown: "6. One\n7. Two\n8. Three",
  },
  {
    name: "Docs: lists of several levels",
    origin: "memory",
    html: docs(
      list(
        "ul",
        item("Food") +
          list("ul", item("Coffee", 2) + list("ol", item("ground", 3))) +
          item("Socks"),
      ),
    ),
    markdown: "- Food\n  - Coffee\n    1. ground\n- Socks",
  },
  {
    name: "Docs: headings and a divider",
    origin: "memory",
    html: docs(
      `<h1 dir="ltr" style="line-height:1.38;margin-top:20pt;">${span("Our year", "font-size:20pt;")}</h1><h3 dir="ltr">${span("May", "font-weight:700;")}</h3>${paragraph(span("Text"))}<p><hr /></p><br />${paragraph(span("More"))}`,
    ),
    markdown: "## Our year\n\n### May\n\nText\n\n---\n\nMore",
  },
  {
    name: "Docs: a link that leads over Google",
    origin: "file",
    html: docs(
      paragraph(
        `${span("See ")}<a href="https://www.google.com/url?q=https://www.example.org/boxes?a%3D1&amp;sa=D&amp;source=editors&amp;ust=1690137462632765&amp;usg=AOvVaw2SCTCCHB5pqzVltay287cY" style="text-decoration:none;">${span("our boxes", "color:#1155cc;text-decoration:underline;")}</a>`,
      ),
    ),
    markdown: "See [our boxes](https://www.example.org/boxes?a=1)",
  },
  {
    name: "Docs: a picture, which stays at Google",
    origin: "memory",
    html: docs(
      paragraph(span("Before")) +
        paragraph(
          span(
            `<span style="border:none;display:inline-block;overflow:hidden;width:624px;height:351px;"><img src="https://lh7-rt.googleusercontent.com/docsz/AD_4nXd?key=x" width="624" height="351" style="margin-left:0px;margin-top:0px;" /></span>`,
          ),
        ) +
        paragraph(span("After")),
    ),
    markdown: "Before\n\nAfter",
    notice: PICTURES_NOTICE(1),
  },
  {
    name: "Docs: a table with an embedded picture",
    origin: "memory",
    html: docs(
      `<div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col width="300" /><col width="300" /></colgroup><tbody><tr style="height:0pt"><td style="border:solid #000 1pt;">${paragraph(span("Item"))}</td><td>${paragraph(span("Picture"))}</td></tr><tr><td>${paragraph(span("Socks"))}${paragraph(span("warm"))}</td><td>${paragraph(`<img src="${EMBEDDED_PICTURE}" alt="Socks" />`)}</td></tr></tbody></table></div>`,
    ),
    markdown: "| Item | Picture |\n| --- | --- |\n| Socks warm | ![Socks](/images/site/1) |",
  },
  {
    name: "Sheets: bold headings and numbers",
    origin: "file",
    html: sheets(
      `<tr style="height:21px;">${cell("Item", "background-color:#ffffff;font-weight:bold;")}${cell("Boxes", "font-weight:bold;")}</tr><tr style="height:21px;">${cell("Socks")}${cell("40", "font-weight:normal;text-align:right;")}</tr>`,
    ),
    markdown: "| **Item** | **Boxes** |\n| --- | --- |\n| Socks | 40 |",
  },
  {
    name: "Sheets: merged cells and lines in a cell",
    origin: "file",
    html: sheets(
      `<tr>${cell("Name")}${cell("Boxes")}${cell("Notes")}</tr><tr>${cell("tall", "", ' rowspan="2" colspan="1"')}${cell("12")}${cell("line one <br/>line two")}</tr><tr>${cell("wide", "", ' rowspan="1" colspan="2"')}</tr>`,
    ),
    markdown:
      "| Name | Boxes | Notes |\n| --- | --- | --- |\n| tall | 12 | line one line two |\n|  | wide |  |",
  },
];
