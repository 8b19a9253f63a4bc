import { describe, expect, it } from "vitest";
import { buildDocument, buildShell, collectPageFiles, findPageModule } from "./document.ts";

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

  it("a page contains one title and its own content, including dollar signs", () => {
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(html).toContain("<title>Costs $& and $1</title>");
    expect(html).toContain('<div id="root"><p>$$ $`</p></div>');
    expect(html).not.toContain("<noscript>");
  });

  it("a page escapes its data so that the data can't end its script element", () => {
    const [, json = ""] = /<script[^>]*id="page-data">([\s\S]*?)<\/script>/.exec(html) ?? [];
    expect(json).not.toContain("<");
    expect(JSON.parse(json)).toEqual(page.data);
  });

  it.each([
    ["title", "<title>Site</title>"],
    ["noscript", "<noscript><p>Scripts!</p></noscript>"],
    ["head", "</head>"],
    ["root", '<div id="root"></div>'],
  ])("a page is rejected if the template has no %s", (name, text) => {
    expect(() => buildDocument(template.replace(text, ""), page)).toThrow(
      new RegExp(`The template has no .*${name}`),
    );
  });
});

it("the shell preloads only scripts that the template doesn't load already", () => {
  const shell = buildShell(template, ["assets/a.js", "assets/b.js"]);
  expect(shell.match(/modulepreload/g)).toHaveLength(2);
  expect(shell).toContain('href="/assets/b.js"');
});

it("a module's files are listed once each, even with circular imports, and an unknown module is rejected", () => {
  const manifest = {
    page: { file: "p.js", imports: ["shared", "icon"] },
    shared: { file: "s.js", imports: ["page"] },
    icon: { file: "i.js" },
  };
  expect(collectPageFiles(manifest, "page")).toEqual(["p.js", "s.js", "i.js"]);
  expect(() => collectPageFiles(manifest, "gone")).toThrow(/no module gone/);
});

it("a page's module is found by the page's name, which only one module may have", () => {
  const createManifest = (...dynamicImports: string[]) => ({
    "src/app/start.tsx": { file: "start.js", dynamicImports },
  });
  const legalModule = "areas/legal/privacy-policy-page.tsx";
  expect(findPageModule(createManifest("areas/home-page.tsx", legalModule), "privacyPolicy")).toBe(
    legalModule,
  );
  for (const modules of [
    [],
    ["areas/no-privacy-policy-page.tsx"],
    [legalModule, `other/${legalModule}`],
  ]) {
    expect(() => findPageModule(createManifest(...modules), "privacyPolicy")).toThrow(
      "must load one module named privacy-policy-page.tsx",
    );
  }
});
