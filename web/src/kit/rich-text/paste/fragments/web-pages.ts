import {
  EMBEDDED_PICTURE,
  LINKS_NOTICE,
  PICTURES_NOTICE,
  type PastedFragment,
} from "./fragment.ts";

/** Chrome writes the computed style of the first elements that it copies. */
const COMPUTED =
  "color: rgb(32, 33, 34); font-family: sans-serif; font-size: 16px; font-style: normal; font-variant-ligatures: normal; font-weight: 400; letter-spacing: normal; text-align: start; text-indent: 0px; white-space: normal; background-color: rgb(255, 255, 255); text-decoration-thickness: initial; text-decoration-style: initial; text-decoration-color: initial; display: inline !important; float: none;";

export const WEB_PAGES: readonly PastedFragment[] = [
  {
    name: "words that Chrome copied with their styles",
    origin: "memory",
    html: `<meta charset='utf-8'><p style="${COMPUTED}">A <strong style="font-weight: 600;">big</strong> and <b style="font-weight: bolder">bold</b> <em style="font-style: italic;">thank you</em>, <b style="font-weight: 400">said plainly</b></p>`,
    markdown: "A **big** and **bold** *thank you*, said plainly",
  },
  {
    name: "Wikipedia, with references and places on the page",
    origin: "memory",
    html: `<p style="${COMPUTED}">A <b>care package</b> is <a href="https://en.wikipedia.org/wiki/Parcel" title="Parcel">a parcel</a>.<sup id="cite_ref-1" class="reference"><a href="#cite_note-1"><span class="cite-bracket">[</span>1<span class="cite-bracket">]</span></a></sup></p><h4 id="History">History</h4>`,
    markdown:
      'A **care package** is [a parcel](https://en.wikipedia.org/wiki/Parcel "Parcel").[1]\n\n### History',
    notice: LINKS_NOTICE(1),
  },
  {
    name: "an article with a picture and a video",
    origin: "memory",
    html: `<article><h2>Boxes</h2><figure><picture><source srcset="https://example.org/a.webp"><img src="https://example.org/a.jpg" alt="Boxes"></picture><figcaption>Boxes in May</figcaption></figure><iframe src="https://www.youtube.com/embed/x"></iframe><p hidden>Share this</p><p>Text</p></article>`,
    markdown: "## Boxes\n\nBoxes in May\n\nText",
    notice: `${PICTURES_NOTICE(1)} 1 video or other embedded part was left out.`,
  },
  {
    name: "links of social networks and search results",
    origin: "memory",
    html: `<p><a href="https://l.facebook.com/l.php?u=https%3A%2F%2Fexample.org%2Fa%3Ffbclid%3D1&amp;h=AT0">one</a> <a href="https://www.youtube.com/redirect?event=video_description&amp;q=https%3A%2F%2Fexample.org%2Fb">two</a> <a href="https://www.google.co.uk/url?sa=t&amp;url=https%3A%2F%2Fexample.org%2Fc">three</a> <a href="https://www.linkedin.com/redir/redirect?url=https%3A%2F%2Fexample.org%2Fd&amp;urlhash=x">four</a> <a href="https://www.google.com/search?q=boxes">search</a></p>`,
    markdown:
      "[one](https://example.org/a?fbclid=1) [two](https://example.org/b) [three](https://example.org/c) [four](https://example.org/d) [search](https://www.google.com/search?q=boxes)",
  },
  {
    name: "links that run or read something",
    origin: "memory",
    html: `<p><a href="javascript:run()">run</a>, <a href="https://www.google.com/url?q=javascript:run()">google</a>, <a href="//example.org/x">short</a> and <a name="here">here</a><audio src="https://example.org/a.mp3"></audio><script>run()</script><style>p{}</style></p>`,
    markdown: String.raw`run, [google](https://www.google.com/url?q=javascript:run\(\)), [short](https://example.org/x) and here`,
    notice: `${LINKS_NOTICE(1)} 1 video or other embedded part was left out.`,
  },
  {
    name: "a list that skips numbers, and a quote",
    origin: "memory",
    html: `<ol><li value="4">Seal</li><li>Label</li></ol><blockquote><p>Thank <u>you</u></p></blockquote><dl><dt>Box</dt><dd>of socks</dd></dl>`,
    markdown: "4. Seal\n5. Label\n\n> Thank you\n\nBox\n\nof socks",
  },
  {
    name: "one of our own posts",
    origin: "memory",
    html: `<h2>Boxes</h2><p><img src="${globalThis.location.origin}/images/site/0/1600x900" alt="A box" width="1600"></p><p>Text</p><p><img src="/images/site/9" alt=""></p>`,
    markdown: "## Boxes\n\n![A box](/images/site/0/1600x900)\n\nText\n\n![](/images/site/9)",
  },
  {
    name: "embedded pictures of other types, broken ones and one in code",
    origin: "memory",
    html: `<p>A <img src="data:image/svg+xml;base64,PHN2Zy8+" alt="Icon"> B <img src="data:image/png;base64,%%%" alt=""> C</p><pre>code<img src="${EMBEDDED_PICTURE}" alt="Box"></pre><p>D <img src="${EMBEDDED_PICTURE}" alt="${"x".repeat(301)}"></p>`,
    markdown: `A B C\n\n\`\`\`\ncode\n\`\`\`\n\n![Box](/images/site/1)\n\nD ![${"x".repeat(300)}](/images/site/2)`,
    notice: PICTURES_NOTICE(2),
  },
];
