/**
 * Who may import what. A layer is a folder or a file; `*` stands for the name of an edge function and `:noun` for any
 * name. A file belongs to the layer with the longest matching path. Files of one layer may import each other;
 * everything else is listed here, including npm packages.
 */
export interface ImportRule {
  readonly imports?: readonly string[];
  /** Only as `import type`, with nothing left at run time. */
  readonly types?: readonly string[];
  /** Only by `import()`, in a separate chunk that loads on demand. */
  readonly lazy?: readonly string[];
}

export const anyPackage = "any package";
/** Allows `import(variable)`, which this test can't resolve. */
export const computedPath = "a computed path";

export const contracts = "supabase/functions/_shared/contracts";
export const limits = `${contracts}/limits.ts`;
export const choices = `${contracts}/choices.ts`;
/** Isn't part of `limits`, because the home page loads `limits`. */
export const donationSourceFile = `${contracts}/donation-source.ts`;
export const cardTextFile = `${contracts}/card-text.ts`;
/** Rules and forms name states, without the schemas of the other contracts. */
export const statesFile = `${contracts}/states.ts`;
export const emailAddressFile = `${contracts}/email-address.ts`;
export const visibleTextFile = `${contracts}/visible-text.ts`;
/** Loaded without zod, by whatever parses Markdown or HTML. */
export const textBoundsFile = `${contracts}/text-bounds.ts`;
export const rules = "supabase/functions/_shared/rules";
/** The metadata of PDFs, which the functions write and the browser joins. */
export const xmpMetadata = `${rules}/xmp-metadata.ts`;

export const app = "web/src/app";
export const publicArea = "web/src/areas/public";
/** These dialogs import supabase-js, so a visitor's browser loads them only when one of them is opened. */
const loginDialogs = [
  "web/src/areas/public/dialogs/admin-login-dialog.tsx",
  "web/src/areas/public/dialogs/volunteer-login-dialog.tsx",
] as const;
/** Reached only from the link in an email. */
const resetPasswordPage = "web/src/areas/public/password/reset-password-page.tsx";
const secondFactorStep = "web/src/areas/public/second-factor";
const volunteerArea = "web/src/areas/volunteer";
/** Also measured by `npm run bench texts`. */
export const renderMarkdownFile = "web/src/ui/render-markdown.ts";
export const adminArea = "web/src/areas/admin";
const blogsSection = "web/src/areas/admin/sections/blogs";
const checkout = "web/src/checkout";
/** Imports Stripe's code, for visitors about to pay. */
const stripeCheckout = "web/src/checkout/stripe";
export const data = "web/src/data";
/** Declares writes, also those that start a session. */
const mutationFile = "web/src/data/mutation.ts";
/** Imports supabase-js. */
const sessions = "web/src/data/sessions";
const secondFactors = "web/src/data/second-factors";
/** Imports the code that writes ZIP files. */
const archives = "web/src/data/archives";
export const lib = "web/src/lib";
/** Loaded only for an Excel file. */
const readWorkbook = "web/src/areas/admin/sections/settings/imports/read-workbook.ts";
/** Imports the package that writes ZIP files. */
const zipFile = "web/src/lib/api/zip-file.ts";
/** Imports the package that writes PDFs. Printing loads it. */
const joinedPdfs = "web/src/lib/pdf";
export const apiClientFile = "web/src/lib/api/api-client.ts";
/** Lists and exports, which the home page must not load. */
export const apiLists = "web/src/lib/api/api-lists.ts";
const sessionContext = "web/src/lib/session/session-context.tsx";
const ui = "web/src/ui";
/** Tables and forms for signed-in people; a visitor must not load them. */
const kit = "web/src/kit";
/** Imports the drag-and-drop packages. */
const sortableList = "web/src/kit/lists/sortable-list.tsx";
/** Imports the rich-text editor. Forms load this module only if they have a rich-text field. */
const richText = "web/src/kit/rich-text";
const richTextField = "web/src/kit/rich-text/form-rich-text.tsx";

const viewPackages = [
  "react",
  "react-dom",
  "react-router-dom",
  "@tanstack/react-query",
  "lucide-react",
];
/** The building blocks of a dashboard section. */
const sectionImports = [
  kit,
  sortableList,
  richTextField,
  data,
  sessions,
  secondFactors,
  archives,
  lib,
  sessionContext,
  ui,
  contracts,
  cardTextFile,
  limits,
  choices,
  donationSourceFile,
  rules,
  "zod",
  "cmdk",
  ...viewPackages,
];

/**
 * app → areas → checkout → data → lib, and ui for all of them. Code that the home page loads imports only types from
 * contracts, so that zod isn't loaded.
 */
export const pages: Readonly<Record<string, ImportRule>> = {
  "web/src/main.tsx": { imports: [app, lib], lazy: [data] },
  [app]: {
    imports: [publicArea, data, lib, ui, rules, ...viewPackages],
    types: [apiClientFile, apiLists],
    lazy: [adminArea, volunteerArea, resetPasswordPage],
  },
  [publicArea]: {
    imports: [checkout, data, lib, ui, limits, choices, statesFile, rules, ...viewPackages],
    types: [contracts],
    lazy: [...loginDialogs],
  },
  ...Object.fromEntries(
    loginDialogs.map((dialog) => [
      dialog,
      {
        imports: [
          publicArea,
          secondFactorStep,
          sessions,
          lib,
          sessionContext,
          ui,
          limits,
          choices,
          ...viewPackages,
        ],
      },
    ]),
  ),
  [secondFactorStep]: { imports: [secondFactors, lib, ui, ...viewPackages] },
  [resetPasswordPage]: {
    imports: [publicArea, secondFactorStep, sessions, lib, ui, ...viewPackages],
  },
  [volunteerArea]: {
    imports: [
      checkout,
      kit,
      data,
      sessions,
      lib,
      sessionContext,
      ui,
      contracts,
      limits,
      choices,
      rules,
      "zod",
      ...viewPackages,
    ],
  },
  [adminArea]: {
    imports: [...sectionImports, "papaparse", "uqr"],
    types: [apiLists],
    lazy: [blogsSection, readWorkbook, joinedPdfs],
  },
  [readWorkbook]: { imports: [adminArea, limits, "fflate"] },
  // The section's panels read and write several fields of one form: the draft, someone else's edit and search results.
  [blogsSection]: { imports: [adminArea, ...sectionImports, "react-hook-form"] },
  [kit]: {
    imports: [
      statesFile,
      data,
      lib,
      apiLists,
      ui,
      contracts,
      limits,
      choices,
      rules,
      "zod",
      "react-hook-form",
      "cmdk",
      "@hookform/resolvers",
      // Loaded when the first conflict or earlier version appears on the screen.
      "diff",
      ...viewPackages,
    ],
    types: [apiClientFile],
  },
  [sortableList]: {
    imports: [
      ui,
      "react",
      "lucide-react",
      "@dnd-kit/core",
      "@dnd-kit/sortable",
      "@dnd-kit/utilities",
    ],
  },
  [richTextField]: {
    imports: [kit, lib, ui, "react"],
    lazy: [richText],
    types: [richText, "react-hook-form"],
  },
  [richText]: {
    imports: [
      kit,
      data,
      lib,
      ui,
      renderMarkdownFile,
      rules,
      "react",
      "react-dom",
      "lucide-react",
      "@tiptap/core",
      "@tiptap/extension-image",
      "@tiptap/extension-table",
      "@tiptap/extensions",
      "@tiptap/pm",
      "@tiptap/react",
      "@tiptap/starter-kit",
      "@tiptap/suggestion",
      "mdast-util-gfm",
      "mdast-util-to-markdown",
    ],
  },
  [checkout]: {
    imports: [
      data,
      lib,
      ui,
      limits,
      choices,
      donationSourceFile,
      cardTextFile,
      rules,
      ...viewPackages,
    ],
    types: [contracts],
    lazy: [stripeCheckout],
  },
  [stripeCheckout]: {
    imports: [
      checkout,
      data,
      lib,
      ui,
      rules,
      "@stripe/react-stripe-js",
      "@stripe/stripe-js",
      ...viewPackages,
    ],
  },
  [data]: {
    imports: [
      mutationFile,
      lib,
      apiClientFile,
      apiLists,
      ui,
      limits,
      choices,
      statesFile,
      rules,
      "react",
      "@tanstack/react-query",
    ],
    types: [contracts],
  },
  [mutationFile]: { imports: [data, apiClientFile, "@tanstack/react-query"], types: [contracts] },
  [sessions]: {
    imports: [mutationFile, lib, apiClientFile, sessionContext, "react", "@tanstack/react-query"],
  },
  [secondFactors]: { imports: [data, mutationFile, lib, apiClientFile, "@tanstack/react-query"] },
  [joinedPdfs]: { imports: [xmpMetadata, "@cantoo/pdf-lib"] },
  [archives]: { imports: [lib, zipFile, apiClientFile, apiLists, rules] },
  [lib]: {
    imports: [limits, choices, rules, "react", "dompurify", "@supabase/supabase-js"],
    types: [contracts],
  },
  [apiClientFile]: { imports: [lib, rules], types: [contracts] },
  [apiLists]: { imports: [apiClientFile, lib], types: [contracts] },
  [zipFile]: { imports: ["fflate"] },
  [sessionContext]: { imports: [lib, "react", "@supabase/auth-helpers-react"] },
  [ui]: {
    imports: [
      lib,
      rules,
      renderMarkdownFile,
      "@radix-ui/react-toast",
      "@radix-ui/react-tooltip",
      ...viewPackages,
    ],
  },
  [renderMarkdownFile]: { imports: [rules, textBoundsFile, "marked"] },
  "web/src/testing": {
    imports: [app, richTextField, richText, data, lib, ui, contracts, limits, choices, anyPackage],
    types: [apiClientFile],
  },
};
