/** What attackers write where text is expected. Each would call `ran()` if a browser took it for code. */
const elements = [
  "<script>ran()</script>",
  "<script src='data:text/javascript,ran()'></script>",
  "<scr<script>ipt>ran()</scr</script>ipt>",
  "<img src=x onerror=ran()>",
  "<img src=x onerror='ran()'//",
  '"><img src=x onerror=ran()>',
  "<svg onload=ran()>",
  "<svg><script>ran()</script></svg>",
  "<svg><animate onbegin=ran() attributeName=x dur=1s>",
  "<body onload=ran()>",
  "<iframe srcdoc='<script>parent.ran()</script>'></iframe>",
  "<iframe src='javascript:parent.ran()'></iframe>",
  "<object data='javascript:ran()'></object>",
  "<embed src='javascript:ran()'>",
  "<details open ontoggle=ran()>x</details>",
  "<video><source onerror=ran()></video>",
  "<audio src=x onerror=ran()></audio>",
  "<input autofocus onfocus=ran()>",
  "<select autofocus onfocus=ran()></select>",
  "<textarea autofocus onfocus=ran()></textarea>",
  "<marquee onstart=ran()>x</marquee>",
  "<form action='javascript:ran()'><button autofocus>x</button></form>",
  "<a href='javascript:ran()'>x</a>",
  "<a href='java\tscript:ran()'>x</a>",
  "<a href='&#106;avascript:ran()'>x</a>",
  "<a href='data:text/html,<script>ran()</script>'>x</a>",
  "<math><mtext><table><mglyph><style><img src=x onerror=ran()>",
  "<math href='javascript:ran()'>x</math>",
  "<style>@import 'javascript:ran()';</style>",
  "<link rel=stylesheet href='javascript:ran()'>",
  "<meta http-equiv=refresh content='0;url=javascript:ran()'>",
  "<base href='javascript:ran()//'>",
  "<template><script>ran()</script></template>",
  "<noscript><p title='</noscript><img src=x onerror=ran()>'>",
  "<!--<img src='--><img src=x onerror=ran()>'>",
  "<![CDATA[<img src=x onerror=ran()>]]>",
  "<p style='background:url(javascript:ran())'>x</p>",
  "<div style='width:expression(ran())'>x</div>",
  "<table background='javascript:ran()'><tr><td>x</td></tr></table>",
  "<isindex type=image src=x onerror=ran()>",
] as const;

const markdown = [
  "[x](javascript:ran())",
  "[x](JaVaScRiPt:ran())",
  "[x]( javascript:ran())",
  "[x](data:text/html;base64,PHNjcmlwdD5yYW4oKTwvc2NyaXB0Pg==)",
  "[x](vbscript:ran())",
  "![x](javascript:ran())",
  '![x](x"onerror="ran())',
  "<javascript:ran()>",
  "[x]: javascript:ran()",
  '[x](https://example.org"onmouseover="ran())',
] as const;

const upperCased = elements.map((text) => text.replaceAll(/<(\w+)/g, (tag) => tag.toUpperCase()));
const encoded = elements.slice(0, 10).map((text) => text.replaceAll("<", "&lt;"));

/** A hundred of them. */
export const scriptPayloads: readonly string[] = [
  ...elements,
  ...markdown,
  ...upperCased,
  ...encoded,
];
