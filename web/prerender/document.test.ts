import { describe, expect, it } from "vitest";
import { buildDocument, buildShell, filesOf } from "./document.ts";

const template = `<html><head><title>Site</title><link rel="modulepreload" href="/assets/a.js"></head>
<body><div id="root"></div><noscript><p>Scripts!</p></noscript></body></html>`;

const page = {
  head: "<title>Costs $& and $1</title>",
  body: '<div id="root"><p>$$ $`</p></div>',
  dataId: "page-data",
  data: { text: "</script><!-- <b>" },
};

describe("a page in the template", () => {
  const html = buildDocument(template, page);

  it("has one title and the page's own content, dollar signs included", () => {
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(html).toContain("<title>Costs $& and $1</title>");
    expect(html).toContain('<div id="root"><p>$$ $`</p></div>');
    expect(html).not.toContain("<noscript>");
  });

  it("carries data that cannot end its script element", () => {
    const [, json = ""] = /<script[^>]*id="page-data">([\s\S]*?)<\/script>/.exec(html) ?? [];
    expect(json).not.toContain("<");
    expect(JSON.parse(json)).toEqual(page.data);
  });

  it("is refused when the template has no place for it", () => {
    expect(() => buildDocument("<html></html>", page)).toThrow(/no empty #root/);
  });
});

it("the shell announces the scripts it does not have yet", () => {
  const shell = buildShell(template, ["assets/a.js", "assets/b.js"]);
  expect(shell.match(/modulepreload/g)).toHaveLength(2);
  expect(shell).toContain('href="/assets/b.js"');
});

it("collects the files of a module once each, circles included, and knows unknown ones", () => {
  const manifest = {
    page: { file: "p.js", imports: ["shared", "icon"] },
    shared: { file: "s.js", imports: ["page"] },
    icon: { file: "i.js" },
  };
  expect(filesOf(manifest, "page")).toEqual(["p.js", "s.js", "i.js"]);
  expect(() => filesOf(manifest, "gone")).toThrow(/no module gone/);
});
