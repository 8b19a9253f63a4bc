import { describe, expect, test } from "vitest";
import { cleanPastedHtml, extractPictures } from "./pasted-html.ts";
import { TEXT_FORMATS } from "./text-format.ts";

const pasteAndStore = (html: string): string => {
  const { read, write } = TEXT_FORMATS.html;
  const storedHtml = write(read(cleanPastedHtml(html)));
  const page = new DOMParser().parseFromString(storedHtml, "text/html");
  return page.body.innerHTML.replaceAll("\n", "");
};

const WORD_HTML = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15">
<style><!-- p.MsoNormal {margin:0in;} --></style></head><body lang=EN-US><!--StartFragment-->
<h1 style='margin-top:12.0pt'><span style='font-family:"Calibri Light"'>Our year<o:p></o:p></span></h1>
<p class=MsoNormal><b><span style='font-size:12.0pt'>Thank&nbsp;you</span></b>, <i>all</i>!<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Socks<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:1.0in;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>o<span>&nbsp; </span></span><![endif]>warm</p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp; </span></span><![endif]>Coffee</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span>First</p>
<table class=MsoTableGrid border=1><tr><td width=200 colspan=2><p class=MsoNormal>Item</p><p>new</p></td></tr><tr><td>a</td><td>b</td></tr></table>
<p class=MsoNormal><img width=10 src="file:///C:/Users/x/image001.png"><script>ran()</script><a href="javascript:ran()">x</a></p>
<!--EndFragment--></body></html>`;

const GOOGLE_DOCS_HTML = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr"><span style="font-size:16pt;font-weight:400;">Plans</span></h2><p dir="ltr"><span style="font-weight:700;">Bold</span><span style="font-weight:400;"> and </span><span style="font-style:italic;">thin</span><span style="text-decoration:line-through;"> gone</span></p><ul><li dir="ltr"><p dir="ltr"><span>one</span></p></li><li><p>two</p></li></ul><p><a href="https://example.org/x"><span style="color:#1155cc;text-decoration:underline;">link</span></a></p></b>`;

describe("threat 25: pasted HTML", () => {
  test("keeps Word's headings, bold, lists, and tables, but no styles, scripts, or local files", () => {
    expect(pasteAndStore(WORD_HTML)).toBe(
      [
        "<h2>Our year</h2><p><strong>Thank you</strong>, <em>all</em>!</p>",
        "<ul><li>Socks<ul><li>warm</li></ul></li><li>Coffee</li></ul><ol><li>First</li></ol>",
        "<table><tbody><tr><td>Item new</td><td></td></tr><tr><td>a</td><td>b</td></tr></tbody></table>",
        "<p>x</p>",
      ].join(""),
    );
  });

  test("ignores Google Docs' bold wrapper and keeps the bold of its spans", () => {
    expect(pasteAndStore(GOOGLE_DOCS_HTML)).toBe(
      [
        "<h2>Plans</h2><p><strong>Bold</strong> and <em>thin</em><del> gone</del></p>",
        '<ul><li>one</li><li>two</li></ul><p><a href="https://example.org/x">link</a></p>',
      ].join(""),
    );
  });

  test("keeps our pictures, uploads embedded ones, and refuses pictures from other sites", () => {
    const html = `<p><img src="${window.location.origin}/images/site/1" alt="Box"><img src="data:image/png;base64,iVBORw0K"><img src="https://elsewhere.test/x.png"><img src="file:///c/x.png"></p>`;
    expect(pasteAndStore(html)).toBe('<p><img src="/images/site/1" alt="Box"></p>');
    const { files, externalCount } = extractPictures(html);
    expect(files.map(({ type, size }) => [type, size])).toEqual([["image/png", 6]]);
    expect(externalCount).toBe(2);
  });
});
