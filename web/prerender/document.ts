export interface ManifestEntry {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
}

export type ViteManifest = Readonly<Record<string, ManifestEntry>>;

/** Returns the scripts of a module and of its static imports, starting with the module's own script. */
export const collectPageFiles = (manifest: ViteManifest, module: string): string[] => {
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
/** Loads the pages that have no prerendered HTML. */
export const APP_PAGE_MODULE = "src/app/app-page.tsx";

/**
 * Finds a page's module in the manifest. The page `privacyPolicy`, for example, has the module
 * `privacy-policy-page.tsx`.
 */
export const findPageModule = (manifest: ViteManifest, name: string): string => {
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

const TITLE_PATTERN = /\s*<title>[^<]*<\/title>/;
const NOSCRIPT_PATTERN = /\s*<noscript>[\s\S]*?<\/noscript>/;
const HEAD_END_PATTERN = /<\/head>/;
const ROOT_PATTERN = /<div id="root"><\/div>/;

/**
 * Renders the data as a script element. Only `<` is escaped, because only `</script` and `<!--` have a meaning inside
 * such an element.
 */
const renderDataScript = (id: string, data: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`;

/** Replaces text in the template. Throws if nothing matches. */
const replaceInTemplate = (html: string, pattern: RegExp, text: string): string => {
  if (html.search(pattern) < 0) throw new Error(`The template has no ${pattern}.`);
  // The replacement is a function, because `$` has a special meaning in replacement strings.
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
  return replaceInTemplate(template, HEAD_END_PATTERN, `${preloads.join("")}</head>`);
};

export const buildDocument = (template: string, page: PageContent): string => {
  const documentWithoutTitle = replaceInTemplate(
    replaceInTemplate(template, TITLE_PATTERN, ""),
    NOSCRIPT_PATTERN,
    "",
  );
  const documentWithHead = replaceInTemplate(
    documentWithoutTitle,
    HEAD_END_PATTERN,
    `${page.head}</head>`,
  );
  return replaceInTemplate(
    documentWithHead,
    ROOT_PATTERN,
    `${page.body}${renderDataScript(page.dataId, page.data)}`,
  );
};
