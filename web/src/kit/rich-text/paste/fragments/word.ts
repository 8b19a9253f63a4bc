import {
  EMBEDDED_PICTURE,
  LINKS_NOTICE,
  PICTURES_NOTICE,
  type PastedFragment,
} from "./fragment.ts";

/** Word for Windows puts a whole document on the clipboard, with its styles and settings. */
const word = (body: string): string => `<html xmlns:v="urn:schemas-microsoft-com:vml"
xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word"
xmlns="http://www.w3.org/TR/REC-html40">
<head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8">
<meta name=ProgId content=Word.Document>
<meta name=Generator content="Microsoft Word 15">
<link rel=File-List href="file:///C:/Users/Ann/AppData/Local/Temp/msohtmlclip1/01/clip_filelist.xml">
<!--[if gte mso 9]><xml>
 <w:WordDocument><w:View>Normal</w:View></w:WordDocument>
</xml><![endif]-->
<style>
<!--
 p.MsoNormal, li.MsoNormal, div.MsoNormal
	{mso-style-unhide:no;
	margin:0in;
	font-size:12.0pt;
	font-family:"Calibri",sans-serif;}
@list l0:level1
	{mso-level-number-format:bullet;
	mso-level-text:\\F0B7;}
-->
</style>
<!--[if gte mso 10]>
<style> table.MsoNormalTable {mso-style-name:"Table Normal";} </style>
<![endif]-->
</head>
<body lang=EN-US link="#0563C1" vlink="#954F72" style='tab-interval:.5in;word-wrap:break-word'>
<!--StartFragment-->

${body}

<!--EndFragment-->
</body>
</html>`;

const PADDING = `<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;
</span>`;

const item = (marker: string, text: string, level = 1, list = "l0", lfo = 1): string =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:${level / 2}in;mso-add-space:auto;
text-indent:-.25in;mso-list:${list} level${level} lfo${lfo}'><![if !supportLists]><span
style='mso-fareast-font-family:Calibri;mso-bidi-font-family:Calibri'><span
style='mso-list:Ignore'>${marker}${PADDING}</span></span><![endif]>${text}<o:p></o:p></p>`;

/** The pictures of the RTF: a PNG, and the same picture for old programs. */
const RTF_PICTURE = String.raw`{\*\shppict{\pict{\*\picprop\shplid1025{\sp{\sn shapeType}{\sv 75}}}\picscalex100\picw1000\pngblip\bliptag-123{\*\blipuid 8a93d7b5}
89504e470d0a
1a0a}}{\nonshppict{\pict\picscalex100\wmetafile8 0100090000}}`;
const RTF = (count: number): string =>
  String.raw`{\rtf1\ansi{\fonttbl{\f0 Calibri;}}\pard Boxes ${RTF_PICTURE.repeat(count)}\par}`;

const VML = `<!--[if gte vml 1]><v:shape id="Picture_x0020_1" o:spid="_x0000_i1025" type="#_x0000_t75" style='width:150pt'>
 <v:imagedata src="file:///C:/Users/Ann/AppData/Local/Temp/msohtmlclip1/01/clip_image001.jpg" o:title=""/>
</v:shape><![endif]-->`;
const picture = (alt: string): string =>
  `<span style='mso-no-proof:yes'>${VML}<![if !vml]><img width=268 height=268
src="file:///C:/Users/Ann/AppData/Local/Temp/msohtmlclip1/01/clip_image002.jpg"
alt="${alt}" v:shapes="Picture_x0020_1"><![endif]></span>`;

export const WORD: readonly PastedFragment[] = [
  {
    name: "bold words in a sentence",
    origin: "file",
    html: word(`<p class=MsoNormal><span lang=PL style='mso-ansi-language:PL'>Some text <b
	style='mso-bidi-font-weight:normal'>with bold</b>.<o:p></o:p></span></p>`),
    markdown: "Some text **with bold**.",
  },
  {
    name: "bold italics whose style breaks across lines",
    origin: "file",
    html: word(`<p class=MsoNormal style='margin-left:.5in;text-align:justify;text-indent:-.5in'><b
style='mso-bidi-font-weight:normal'><i style='mso-bidi-font-style:
normal'><span style='color:red'>Give</span></i></b> today</p>`),
    markdown: "***Give*** today",
  },
  {
    name: "plain words that are bold only in right-to-left scripts",
    origin: "memory",
    html: word(
      `<p class=MsoNormal><span style='mso-bidi-font-weight:bold'>Plain</span> and <span
style='mso-bidi-font-style:italic'>upright</span></p>`,
    ),
    markdown: "Plain and upright",
  },
  {
    name: "plain words inside bold ones",
    origin: "memory",
    html: word(
      `<p class=MsoNormal><b>Bold <span style='font-weight:normal'>plain</span> bold</b></p>
<p class=MsoNormal><strong><span style='font-family:"Calibri",sans-serif;font-weight:normal;mso-bidi-font-weight:bold'>Strong in name only</span></strong></p>`,
    ),
    markdown: "**Bold** plain **bold**\n\nStrong in name only",
  },
  {
    name: "title and headings with bookmarks",
    origin: "memory",
    html: word(`<p class=MsoTitle>Our year<o:p></o:p></p>
<h1><a name="_Toc106"></a><span style='mso-bookmark:_Toc106'>What we <b style='mso-bidi-font-weight:normal'>packed</b></span><o:p></o:p></h1>
<h2 style='margin-top:2.0pt'><span style='font-family:"Calibri Light"'>In spring</span></h2>
<h3>In May</h3>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>`),
    markdown: "## Our year\n\n## What we packed\n\n## In spring\n\n### In May",
  },
  {
    name: "a table of contents",
    origin: "file",
    html: word(`<p class=MsoToc1 style='tab-stops:right dotted 467.5pt'><span class=MsoHyperlink><span
style='mso-no-proof:yes'><a href="#_Toc451073154">Our year<span style='color:windowtext;display:none;mso-hide:screen'><span style='mso-tab-count:1 dotted'>. </span>2</span></a></span></span></p>
<p class=MsoToc2><span class=MsoHyperlink><a
href="file:///C:/Users/Ann/Documents/Report.docx#_Toc451073155">Boxes</a></span></p>`),
    markdown: "Our year\n\nBoxes",
    notice: LINKS_NOTICE(2),
  },
  {
    name: "bullets on three levels",
    origin: "file",
    html: word(
      [
        item("·", "Food"),
        item("o", "Coffee", 2),
        item("§", "ground", 3),
        item("o", "Tea", 2),
        item("·", "Socks"),
      ].join("\n\n"),
    ),
    markdown: "- Food\n  - Coffee\n    - ground\n  - Tea\n- Socks",
  },
  {
    name: "a list that starts at 4",
    origin: "memory",
    html: word([item("4.", "Seal"), item("5.", "Label"), item("6.", "Mail")].join("\n\n")),
    markdown: "4. Seal\n5. Label\n6. Mail",
  },
  {
    name: "a list that goes on after another list, with bookmarks between its items",
    origin: "file",
    html: word(`${item("1.", "<span style='mso-bookmark:_Hlk230'><span lang=EN-GB>One<b>&nbsp;</b></span></span>", 1, "l1")}
${item("2.", "Two", 1, "l1")}
<p class=MsoNormal><span style='mso-bookmark:_Hlk230'><span lang=EN-GB><o:p>&nbsp;</o:p></span></span></p>
<p class=MsoListParagraph style='margin-left:18.0pt;text-indent:-18.0pt;mso-list:l2 level1 lfo2;layout-grid-mode:char'><![if !supportLists]><b><span lang=EN-GB><span style='mso-list:Ignore'>A.${PADDING}</span></span></b><![endif]><b><span lang=EN-GB>Foo</span></b></p>
<p class=MsoNormal style='layout-grid-mode:char'><o:p>&nbsp;</o:p></p>
${item("3.", "Three", 1, "l1")}
${item("4.", "Four", 1, "l1")}
<span style='mso-bookmark:_Hlk230588076'></span><span style='mso-bookmark:_Hlk230588229'></span>
${item("a.", "Sub-1", 2, "l0", 3)}
${item("b.", "Sub-2", 2, "l0", 3)}`),
    markdown: "1. One\n2. Two\n\n1) **Foo**\n\n3. Three\n4. Four\n   1. Sub-1\n   2. Sub-2",
  },
  {
    name: "letters and Roman numerals",
    origin: "memory",
    html: word(`${item("c)", "Third")}${item("d)", "Fourth")}
<p class=MsoNormal>Then</p>
${item("iv.", "Four")}${item("v.", "Five")}
<p class=MsoNormal>Then</p>
${item("(i)", "One")}${item("(ii)", "Two")}`),
    markdown: "3. Third\n4. Fourth\n\nThen\n\n4. Four\n5. Five\n\nThen\n\n1. One\n2. Two",
  },
  {
    name: "numbers of several levels, and a numbered heading",
    origin: "memory",
    html: word(`<h1 style='margin-left:.3in;text-indent:-.3in;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>2<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>Packing</h1>
${item("1.", "Boxes")}${item("1.1.", "Large", 2)}${item("1.2.", "Small", 2)}${item("2.", "Labels")}`),
    markdown: "## 2 Packing\n\n1. Boxes\n   1. Large\n   2. Small\n2. Labels",
  },
  {
    name: "two lists in a row",
    origin: "memory",
    html: word(
      `${item("1.", "A", 1, "l1")}${item("2.", "B", 1, "l1")}${item("1.", "C", 1, "l2", 2)}${item("-", "D", 1, "l3", 3)}`,
    ),
    markdown: "1. A\n2. B\n\n1) C\n\n- D",
  },
  {
    name: "items from the middle of a list, deeper ones first",
    origin: "memory",
    html: word(`${item("o", "Tea", 2)}${item("·", "Socks")}${item("§", "warm", 3)}`),
    markdown: "- Tea\n\n* Socks\n  * warm",
  },
  {
    name: "a list in a table",
    origin: "memory",
    html: word(`<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none;mso-border-alt:solid windowtext .5pt'>
 <tr style='mso-yfti-irow:0;mso-yfti-firstrow:yes'><td width=236 valign=top style='width:176.9pt'><p class=MsoNormal><b style='mso-bidi-font-weight:normal'>Step</b></p></td><td><p class=MsoNormal>What</p></td></tr>
 <tr><td><p class=MsoNormal>Pack</p></td><td>${item("4.", "Socks")}${item("5.", "Tea")}${item("·", "Notes")}</td></tr>
</table>`),
    markdown: "| **Step** | What |\n| --- | --- |\n| Pack | 4. Socks 5. Tea • Notes |",
  },
  {
    name: "merged cells",
    origin: "memory",
    html: word(`<table class=MsoNormalTable border=0>
<tr><td rowspan=2><p class=MsoNormal>Region</p></td><td colspan=2><p class=MsoNormal>Boxes</p></td></tr>
<tr><td><p class=MsoNormal>2025</p></td><td><p class=MsoNormal>2026</p></td></tr>
<tr><td><p class=MsoNormal>Europe</p></td><td><p class=MsoNormal>10</p></td><td><p class=MsoNormal>12</p></td></tr></table>`),
    markdown:
      "| Region | Boxes |  |\n| --- | --- | --- |\n|  | 2025 | 2026 |\n| Europe | 10 | 12 |",
  },
  {
    name: "a picture between paragraphs",
    origin: "file",
    html: word(
      `<p class=MsoNormal>Before</p><p class=MsoNormal>${picture("Two boxes")}<o:p></o:p></p><p class=MsoNormal>After</p>`,
    ),
    rtf: RTF(1),
    markdown: "Before\n\n![Two boxes](/images/site/1)\n\nAfter",
  },
  {
    name: "a picture that the clipboard doesn't contain",
    origin: "file",
    html: word(
      `<p class=MsoNormal>Before</p><p class=MsoNormal>${picture("Two boxes")}<o:p></o:p></p><p class=MsoNormal>After</p>`,
    ),
    markdown: "Before\n\nAfter",
    notice: PICTURES_NOTICE(1),
  },
  {
    name: "a picture that stands only as a drawing",
    origin: "file",
    html: word(`<p class=MsoNormal style='margin-bottom:5.0pt'><span lang=EN-US style='mso-no-proof:yes'><v:shapetype id="_x0000_t75" coordsize="21600,21600" path="m@4@5l@4@11@9@11@9@5xe" filled="f" stroked="f">
 <v:stroke joinstyle="miter"/>
</v:shapetype><v:shape id="Picture_x0020_1" o:spid="_x0000_i1025" type="#_x0000_t75" alt="A tent at night" style='width:150pt;height:228.75pt;visibility:visible;mso-wrap-style:square'>
 <v:imagedata src="file:///C:/Users/Ann/AppData/Local/Temp/msohtmlclip1/01/clip_image001.jpg" o:title="A tent at night"/>
</v:shape></span><span lang=EN-US><o:p></o:p></span></p><p class=MsoNormal>After</p>`),
    rtf: RTF(1),
    markdown: "![A tent at night](/images/site/1)\n\nAfter",
  },
  {
    name: "a heading, and pictures in a sentence and in a list",
    origin: "memory",
    html: word(`<h2>Boxes</h2><p class=MsoNormal>Look <img src="${EMBEDDED_PICTURE}" alt="A box"> here</p>
${item("1.", `Tape <img src="${EMBEDDED_PICTURE}" alt="IMG_0042.jpeg">`)}${item("2.", "Mail")}`),
    markdown:
      "## Boxes\n\nLook ![A box](/images/site/1) here\n\n1. Tape ![](/images/site/2)\n2. Mail",
  },
  {
    name: "hidden text and comments",
    origin: "memory",
    html: word(`<p class=MsoNormal>We sent<span style='display:none;mso-hide:all'> (check with Bob)</span> 40 boxes<span class=MsoCommentReference><span style='font-size:8.0pt'><a class=msocomanchor id="_anchor_1" href="#_msocom_1" name="_msoanchor_1">[AS1]</a></span></span>.</p>
<div style='mso-element:comment-list'><![if !supportAnnotations]><hr class=msocomoff align=left size=1 width="33%"><![endif]><div style='mso-element:comment'><div id="_com_1" class=msocomtxt><p class=MsoCommentText>Are we sure? Bob says 38.</p></div></div></div>`),
    markdown: "We sent 40 boxes.",
    notice: "1 comment was left out.",
  },
  {
    name: "a footnote",
    origin: "memory",
    html: word(`<p class=MsoNormal>Boxes<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'>[1]</span></span></a><span class=MsoCommentReference>[AS1]</span></p>
<div style='mso-element:footnote-list'><br clear=all><hr align=left size=1 width="33%"><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1" name="_ftn1" title=""><span class=MsoFootnoteReference>[1]</span></a> Counted in May.</p></div></div>`),
    markdown: "Boxes[1]\n\n---\n\n[1] Counted in May.",
    notice: `${LINKS_NOTICE(2)} 1 comment was left out.`,
  },
  {
    name: "links without https and to people",
    origin: "memory",
    html: word(
      `<p class=MsoNormal>See <a href="www.example.org/boxes">our <b>site</b></a>, <a href="http://www.example.org/">another</a> or <a href="mailto:ann@example.org">Ann</a>.</p>`,
    ),
    markdown:
      "See [our **site**](https://www.example.org/boxes), [another](http://www.example.org/) or [Ann](mailto:ann@example.org).",
  },
  {
    name: "line breaks and page breaks",
    origin: "memory",
    html: word(`<p class=MsoNormal>Ann Smith<br style='mso-special-character:line-break'>
12 Main St</p>
<span style='font-size:12.0pt'><br clear=all style='mso-special-character:line-break;page-break-before:always'></span>
<p class=MsoNormal>Next&nbsp; page</p>`),
    markdown: "Ann Smith\n12 Main St\n\nNext page",
  },
];
