import { expect, it } from "vitest";
import { toPlainText } from "./to-plain-text.ts";

it.each([
  ["<p>One</p><p>Two<br>Three</p>", "One\n\nTwo\nThree\n"],
  ["<h1>A</h1>\n  text   with\n spaces", "A\n\ntext with spaces\n"],
  ["<ul><li>one</li><li>two</li></ul>", "- one\n- two\n"],
  ['<a class="b" href="https://x.example/#t=1">Open</a>', "Open: https://x.example/#t=1\n"],
  ['<a href="https://www.x.example">x.example</a>', "https://www.x.example\n"],
  ['<a href="mailto:a@b.example">a@b.example</a>', "a@b.example\n"],
  ["<table><tr><th>A</th><td>1</td></tr><tr><th>B</th><td>2</td></tr></table>", "A: 1\nB: 2\n"],
  ["<head><title>x</title></head><style>p{}</style><!-- y --><p>z</p>", "z\n"],
  ["&lt;b&gt; &amp;amp; &#39;&#x41;&nbsp;&unknown;", "<b> &amp; 'A &unknown;\n"],
  ['<p>See <img src="x.png" alt="a box"> here</p>', "See a box here\n"],
])("%j is converted to plain text", (html, text) => {
  expect(toPlainText(html)).toBe(text);
});
