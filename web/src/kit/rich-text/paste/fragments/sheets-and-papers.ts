import type { PastedFragment } from "./fragment.ts";

/** Excel puts only the marked cells into the fragment, and the table around them. */
const excel = (rows: string): string => `<html xmlns:v="urn:schemas-microsoft-com:vml"
xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:x="urn:schemas-microsoft-com:office:excel"
xmlns="http://www.w3.org/TR/REC-html40">
<head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8">
<meta name=ProgId content=Excel.Sheet>
<meta name=Generator content="Microsoft Excel 15">
<link id=Main-File rel=Main-File href="file:///C:/Users/Ann/AppData/Local/Temp/msohtmlclip1/01/clip.htm">
<style>
<!--table
	{mso-displayed-decimal-separator:"\\.";
	mso-displayed-thousand-separator:"\\,";}
td
	{padding-top:1px;
	mso-ignore:padding;
	font-weight:400;
	mso-number-format:General;}
.xl65
	{mso-number-format:"_\\(\\0022$\\0022* \\#\\,\\#\\#0\\.00_\\)";}
-->
</style>
</head>
<body link="#467886" vlink="#96607D">
<table border=0 cellpadding=0 cellspacing=0 width=134 style='border-collapse:
 collapse;width:100pt'>
 <col width=67 span=2 style='width:50pt'>
${rows}
</table>
</body>
</html>`;

const row = (...cells: readonly string[]): string =>
  ` <tr height=19 style='height:14.4pt'>\n<!--StartFragment-->\n  ${cells.join("\n  ")}\n<!--EndFragment-->\n </tr>`;
const cell = (text: string, attributes = ""): string =>
  `<td height=19 width=67 ${attributes} style='height:14.4pt;width:50pt'>${text}</td>`;

export const SHEETS_AND_PAPERS: readonly PastedFragment[] = [
  {
    name: "Excel: two cells",
    origin: "file",
    html: excel(row(cell("Socks"), cell("40"))),
    markdown: "| Socks | 40 |\n| --- | --- |",
  },
  {
    name: "Excel: one cell",
    origin: "file",
    html: excel(row(cell("Socks"))),
    markdown: "Socks",
  },
  {
    name: "Excel: amounts, an empty cell and a link",
    origin: "memory",
    html: excel(
      row(cell("Item"), cell("Cost", "align=right")) +
        row(
          cell("Socks"),
          cell(
            "<span style='mso-spacerun:yes'>&nbsp;</span>$<span style='mso-spacerun:yes'>&nbsp; </span>40.00 ",
            "class=xl65 align=right x:num=40",
          ),
        ) +
        row(
          cell(
            "<a href=\"http://example.org/tea\"><span style='text-decoration:underline'>Tea</span></a>",
            "class=xl66",
          ),
          cell("&nbsp;"),
        ),
    ),
    markdown:
      "| Item | Cost |\n| --- | ---: |\n| Socks | $ 40.00 |\n| [Tea](http://example.org/tea) |  |",
  },
  {
    name: "Excel: merged cells",
    origin: "memory",
    html: excel(
      row(cell("Boxes", "colspan=2"), cell("Notes", "rowspan=2")) +
        row(cell("2025"), cell("2026")) +
        row(cell("10"), cell("12"), cell("fine")),
    ),
    markdown: "| Boxes |  | Notes |\n| --- | --- | --- |\n| 2025 | 2026 |  |\n| 10 | 12 | fine |",
  },
  {
    name: "Excel: a hidden row",
    origin: "memory",
    html: excel(
      row(cell("Name"), cell("Boxes")) +
        " <tr height=0 style='display:none'><td>Salary</td><td>50000</td></tr>" +
        row(cell("Socks"), cell("40")),
    ),
    markdown: "| Name | Boxes |\n| --- | --- |\n| Socks | 40 |",
  },
  {
    name: "PDF in a browser",
    origin: "file",
    html: `<meta charset='utf-8'><span role="presentation" dir="ltr" style="left: 10%; top: 12%; font-size: calc(var(--scale-factor)*11px); font-family: sans-serif;">We packed 40 boxes in</span><br role="presentation"><span role="presentation" dir="ltr" style="left: 10%; top: 14%;">May and mailed them.</span><br role="presentation">`,
    markdown: "We packed 40 boxes in\nMay and mailed them.",
  },
  {
    name: "PDF in Preview",
    origin: "file",
    html: `<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">
<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><title></title><meta name="Generator" content="Cocoa HTML Writer"><meta name="CocoaVersion" content="2299.77">
<style type="text/css">p.p1 {margin: 0.0px 0.0px 0.0px 0.0px; font: 12.0px Helvetica} span.s1 {font-kerning: none}</style></head>
<body>
<p class="p1"><span class="s1"><b>Annual report</b></span></p>
<p class="p2"><span class="s1"><span class="Apple-converted-space">    </span></span></p>
<p class="p1"><span class="s1">We packed<span class="Apple-converted-space">  </span>40 boxes.</span></p>
</body></html>`,
    markdown: "**Annual report**\n\nWe packed 40 boxes.",
  },
  {
    name: "PDF in Acrobat",
    origin: "memory",
    html: `<html><body><!--StartFragment--><p style="margin:0"><span style="font-family:'Times New Roman';font-size:12pt;font-weight:bold">Annual report</span></p><p><span style="font-size:12pt;font-weight:normal">We packed 40 boxes.</span></p><!--EndFragment--></body></html>`,
    markdown: "**Annual report**\n\nWe packed 40 boxes.",
  },
];
