export interface ManifestEntry {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
}

export type ViteManifest = Readonly<Record<string, ManifestEntry>>;

/** Returns the scripts of a module and its static imports, starting with its own. */
export const pageFiles = (manifest: ViteManifest, module: string): string[] => {
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

export const APP_MODULE = "src/app/start.tsx";

/** Returns the module of a page in the manifest: `privacyPolicy` is `privacy-policy-page.tsx`. */
export const pageModule = (manifest: ViteManifest, name: string): string => {
  const file = `${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-page.tsx`;
  const pageModules = manifest[APP_MODULE]?.dynamicImports ?? [];
  const [module, duplicate] = pageModules.filter((path) => path.endsWith(`/${file}`));
  if (module === undefined || duplicate !== undefined) {
    throw new Error(`web/src/app/pages.tsx must load one module named ${file}, for ${name}.`);
  }
  return module;
};

export interface PageContent {
  readonly head: string;
  readonly body: string;
  readonly dataId: string;
  readonly data: unknown;
}

const TITLE = /\s*<title>[^<]*<\/title>/;
const NOSCRIPT = /\s*<noscript>[\s\S]*?<\/noscript>/;
const HEAD_END = /<\/head>/;
const ROOT = /<div id="root"><\/div>/;

/** Escaping `<` is enough: only `</script` and `<!--` have a meaning inside a script element. */
const dataScript = (id: string, data: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`;

/** Replaces text in the template. Throws if nothing matches. */
const replaceInTemplate = (html: string, pattern: RegExp, text: string): string => {
  if (html.search(pattern) < 0) throw new Error(`The template has no ${pattern}.`);
  // A replacement function, because `$` has a special meaning in replacement strings.
  return html.replace(pattern, () => text);
};

/**
 * Returns the document for paths without prerendered HTML. It can preload its scripts right
 * away, because there is nothing to paint first.
 */
export const buildShell = (template: string, scripts: readonly string[]): string => {
  const preloads = scripts
    .filter((file) => !template.includes(`/${file}"`))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  return replaceInTemplate(template, HEAD_END, `${preloads.join("")}</head>`);
};

export const buildDocument = (template: string, page: PageContent): string => {
  const documentWithoutTitle = replaceInTemplate(
    replaceInTemplate(template, TITLE, ""),
    NOSCRIPT,
    "",
  );
  const documentWithHead = replaceInTemplate(documentWithoutTitle, HEAD_END, `${page.head}</head>`);
  return replaceInTemplate(
    documentWithHead,
    ROOT,
    `${page.body}${dataScript(page.dataId, page.data)}`,
  );
};
