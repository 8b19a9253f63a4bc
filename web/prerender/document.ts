/** One file of the built site, as Vite's manifest describes it. */
export interface ManifestEntry {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

export type Manifest = Readonly<Record<string, ManifestEntry>>;

/** The scripts a module consists of, itself first, those it waits for after it. */
export const filesOf = (manifest: Manifest, module: string): string[] => {
  const files = new Set<string>();
  const visit = (name: string) => {
    const entry = manifest[name];
    if (!entry) throw new Error(`The built site has no module ${name}.`);
    if (files.has(entry.file)) return;
    files.add(entry.file);
    for (const child of entry.imports ?? []) visit(child);
  };
  visit(module);
  return [...files];
};

export interface PageParts {
  readonly head: string;
  readonly body: string;
  readonly dataId: string;
  readonly data: unknown;
  /** Scripts the page needs beyond the entry, to load beside it instead of after it. */
  readonly scripts: readonly string[];
}

const TITLE = /\s*<title>[^<]*<\/title>/;
const NOSCRIPT = /\s*<noscript>[\s\S]*?<\/noscript>/;
const ROOT = '<div id="root"></div>';

/** In a script element only `</script` and `<!--` mean anything; neither survives without its `<`. */
const dataBlock = (id: string, data: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`;

/** The template of the build with one page in it. */
export const buildDocument = (template: string, page: PageParts): string => {
  if (!template.includes(ROOT)) throw new Error("The template has no empty #root element.");
  const preloads = page.scripts
    .filter((file) => !template.includes(`/${file}"`))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
    .join("");
  // Replacements are functions, because a `$` in a text is only a `$`.
  return template
    .replace(TITLE, "")
    .replace(NOSCRIPT, "")
    .replace("</head>", () => `${page.head}${preloads}</head>`)
    .replace(ROOT, () => `${page.body}${dataBlock(page.dataId, page.data)}`);
};
