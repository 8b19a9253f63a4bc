/**
 * Who may import what. A place is a folder or a file, `*` stands for one name, and of the places that fit a file the
 * longest is its own. What shares a place knows each other; everything else is listed here, npm packages included.
 */
export interface Direction {
  readonly imports?: readonly string[];
  /** Only as `import type`: nothing of it is there at run time. */
  readonly types?: readonly string[];
  /** Only by `import()`: it arrives in a chunk of its own when somebody wants it. */
  readonly lazy?: readonly string[];
}

export const anyPackage = "any package";
/** `import(variable)`: where it leads nobody can read. */
export const computed = "a computed path";

const contracts = "supabase/functions/_shared/contracts";
const limits = `${contracts}/limits.ts`;
const choices = `${contracts}/choices.ts`;
const rules = "supabase/functions/_shared/rules";

const app = "web/src/app";
const publicArea = "web/src/areas/public";
/** They bring supabase-js along, so a visitor loads them when she opens one. */
const loginDialogs = [
  "web/src/areas/public/dialogs/admin-login-dialog.tsx",
  "web/src/areas/public/dialogs/volunteer-login-dialog.tsx",
] as const;
/** Reached from the mail with the link, and by nobody else. */
const resetPasswordPage = "web/src/areas/public/password/reset-password-page.tsx";
const secondFactorStep = "web/src/areas/public/second-factor";
const volunteerArea = "web/src/areas/volunteer";
const adminArea = "web/src/areas/admin";
const checkout = "web/src/checkout";
/** What brings Stripe's code along, for whoever is about to pay. */
const stripeCheckout = "web/src/checkout/stripe";
const data = "web/src/data";
/** What brings supabase-js along. */
const sessions = "web/src/data/sessions";
const secondFactors = "web/src/data/second-factors";
const lib = "web/src/lib";
const apiClient = "web/src/lib/api-client.ts";
/** Lists in pages and files; what `/` loads asks for neither. */
const apiLists = "web/src/lib/api-lists.ts";
const sessionContext = "web/src/lib/session-context.tsx";
const ui = "web/src/ui";
/** Tables and forms for people who are logged in; nothing that a visitor loads. */
const kit = "web/src/kit";
/** What brings dragging along. */
const sortableList = "web/src/kit/sortable-list.tsx";
/** What brings the editor along; a form loads it when it shows such a field. */
const richText = "web/src/kit/rich-text";
const richTextField = "web/src/kit/rich-text/form-rich-text.tsx";

const view = ["react", "react-dom", "react-router-dom", "@tanstack/react-query", "lucide-react"];
/** app → areas → checkout → data → lib, and ui for everybody. What `/` may load knows contracts as types only: no zod. */
const pages: Readonly<Record<string, Direction>> = {
  "web/src/main.tsx": { imports: [app, "react-dom"] },
  [app]: {
    imports: [publicArea, data, lib, ui, ...view],
    types: [apiClient, apiLists],
    lazy: [adminArea, volunteerArea],
  },
  [publicArea]: {
    imports: [checkout, data, lib, ui, limits, choices, rules, ...view],
    types: [contracts],
    lazy: [...loginDialogs, resetPasswordPage],
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
          ...view,
        ],
      },
    ]),
  ),
  [secondFactorStep]: { imports: [secondFactors, lib, ui, ...view] },
  [resetPasswordPage]: { imports: [publicArea, secondFactorStep, sessions, lib, ui, ...view] },
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
      ...view,
    ],
  },
  [adminArea]: {
    imports: [
      kit,
      sortableList,
      richTextField,
      data,
      sessions,
      secondFactors,
      lib,
      sessionContext,
      ui,
      contracts,
      limits,
      choices,
      rules,
      "zod",
      "recharts",
      "cmdk",
      ...view,
    ],
  },
  [kit]: {
    imports: [
      data,
      lib,
      apiLists,
      ui,
      contracts,
      limits,
      choices,
      "zod",
      "react-hook-form",
      "@hookform/resolvers",
      ...view,
    ],
    types: [apiClient],
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
  [richTextField]: { imports: [kit, lib, ui, "react"], lazy: [richText], types: [richText] },
  [richText]: {
    imports: [
      kit,
      data,
      lib,
      ui,
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
    ],
  },
  [checkout]: {
    imports: [data, lib, ui, limits, choices, rules, ...view],
    types: [contracts],
    lazy: [stripeCheckout],
  },
  [stripeCheckout]: {
    imports: [checkout, data, lib, ui, "@stripe/react-stripe-js", "@stripe/stripe-js", ...view],
  },
  [data]: {
    imports: [
      lib,
      apiClient,
      apiLists,
      ui,
      limits,
      choices,
      rules,
      "react",
      "@tanstack/react-query",
    ],
    types: [contracts],
  },
  [sessions]: { imports: [lib, apiClient, sessionContext, "react", "@tanstack/react-query"] },
  [secondFactors]: { imports: [data, lib, apiClient, "@tanstack/react-query"] },
  [lib]: {
    imports: [limits, choices, rules, "react", "dompurify", "@supabase/supabase-js"],
    types: [contracts],
  },
  [apiClient]: { imports: [lib], types: [contracts] },
  [apiLists]: { imports: [apiClient], types: [contracts] },
  [sessionContext]: { imports: [lib, "react", "@supabase/auth-helpers-react"] },
  [ui]: {
    imports: [lib, rules, "@radix-ui/react-toast", "@radix-ui/react-tooltip", "marked", ...view],
  },
  "web/src/testing": {
    imports: [app, richTextField, richText, data, lib, ui, contracts, limits, choices, anyPackage],
    types: [apiClient],
  },
};

const functions = "supabase/functions/*";
const env = "supabase/functions/_shared/env.ts";
const caller = "supabase/functions/_shared/caller.ts";
const errors = "supabase/functions/_shared/errors.ts";
const databaseTypes = "supabase/functions/_shared/database-types.ts";
const clients = "supabase/functions/_shared/clients";
const database = "supabase/functions/_shared/clients/database.ts";
/** Also tells by which code Stripe refused. */
const stripeClient = "supabase/functions/_shared/clients/stripe.ts";
/** Brings OpenAI's SDK along; loaded when something is to be generated. */
const aiClient = "supabase/functions/_shared/clients/ai.ts";
const mailClients = "supabase/functions/_shared/clients/mail";
const images = "supabase/functions/_shared/images";
const mail = "supabase/functions/_shared/mail";
/** Loaded when somebody asks for a PDF. */
const papers = "supabase/functions/_shared/papers";
/** Loaded when somebody writes a text that pages or mails are made of. */
const html = "supabase/functions/_shared/html";
/** Loaded when somebody asks for a calendar. */
const calendars = "supabase/functions/_shared/calendars";
const sharedQueries = "supabase/functions/_shared/queries";
const queries = "supabase/functions/*/queries";
/** Stripe's objects read as facts of the ledger, and Stripe asked for what is missing. */
const stripe = "supabase/functions/_shared/stripe";
const http = "supabase/functions/_shared/http";
/** Tests make tokens as the functions do; nothing else of their frame is theirs. */
const signedIds = "supabase/functions/_shared/http/signed-id.ts";
const routes = "supabase/functions/*/routes";
/** The one place where the SDK is there from the start: each request needs it. */
const webhookSignature = "supabase/functions/stripe-webhook/signature.ts";
const functionApp = "supabase/functions/*/app.ts";
const openapi = "supabase/functions/api/openapi.ts";

/** index → app → routes → queries → clients. A function without a folder of routes has them beside its app. */
const edgeFunctions: Readonly<Record<string, Direction>> = {
  [limits]: {},
  [choices]: {},
  [contracts]: { imports: [limits, choices, "zod"] },
  [rules]: { imports: [limits, choices] },
  [env]: { imports: ["zod"] },
  [caller]: {},
  [errors]: { types: ["hono"] },
  [databaseTypes]: {},
  [database]: { imports: [errors, "postgres"], types: [databaseTypes, caller] },
  [clients]: {
    imports: [errors, rules, "jose"],
    types: [env, caller],
    lazy: ["@supabase/supabase-js"],
  },
  [stripeClient]: { imports: [errors], types: [env, "stripe"], lazy: ["stripe"] },
  [aiClient]: { imports: [errors, "openai", "zod"], types: [env] },
  /** Loaded by who sends mail, and by nobody who answers a visitor. */
  [mailClients]: { imports: [clients, "nodemailer", "node:"], types: [env] },
  [images]: { imports: [limits, choices] },
  [papers]: { imports: ["@cantoo/pdf-lib"], types: [rules] },
  [html]: { imports: [rules, "sanitize-html", "marked"] },
  [calendars]: { imports: ["@date-fns/tz", "ical-generator", "timezones-ical-library"] },
  /** Pure: what a mail says and how it looks. */
  [mail]: { imports: [html, rules] },
  [sharedQueries]: { imports: [errors, limits, choices, rules], types: [database, contracts] },
  [stripe]: {
    imports: [sharedQueries, stripeClient, http, caller, errors, rules],
    types: [database, "stripe"],
  },
  [queries]: {
    imports: [sharedQueries, errors, limits, choices, rules],
    types: [database, contracts, caller, mail, calendars, "zod"],
  },
  [http]: {
    imports: [
      clients,
      stripeClient,
      database,
      signedIds,
      sharedQueries,
      rules,
      contracts,
      limits,
      choices,
      caller,
      errors,
      "hono",
      "node:",
    ],
    types: [env, "zod"],
  },
  [signedIds]: { imports: [http, rules] },
  [routes]: {
    imports: [
      queries,
      http,
      signedIds,
      contracts,
      limits,
      choices,
      rules,
      images,
      caller,
      errors,
      openapi,
      stripe,
    ],
    types: [clients, sharedQueries, calendars],
    lazy: [functions, papers, calendars, html],
  },
  [functions]: {
    imports: [
      queries,
      sharedQueries,
      stripe,
      stripeClient,
      webhookSignature,
      http,
      contracts,
      limits,
      choices,
      rules,
      caller,
      errors,
      mail,
      html,
      mailClients,
      aiClient,
      html,
      images,
      "zipcodes",
    ],
    types: ["stripe"],
  },
  [openapi]: { imports: [contracts, limits, choices, "zod"] },
  [webhookSignature]: { imports: [errors, "stripe"] },
  [functionApp]: { imports: [functions, routes, http, contracts], types: ["hono"] },
  "supabase/functions/*/index.ts": { imports: [functionApp, http, env] },
};

const local = "supabase/local";
const tests = "supabase/tests";
const prerender = "web/prerender";
const edge = "web/edge";
const e2e = "web/e2e";

/** What builds, starts and tests. Nothing of the above imports it, tests apart. */
const tools: Readonly<Record<string, Direction>> = {
  "web/vite.config.ts": { imports: [edge, anyPackage] },
  /** Runs at the CDN: nothing but the web's own standards, and the pages that it makes. */
  [edge]: { imports: [rules, prerender] },
  "web/map": { imports: [anyPackage] },
  [prerender]: {
    imports: [app, publicArea, data, lib, apiClient, apiLists, rules, html, edge, anyPackage],
    lazy: [computed],
  },
  [local]: { imports: [rules, edge, anyPackage], lazy: [computed] },
  [tests]: {
    imports: [
      local,
      edge,
      e2e,
      contracts,
      limits,
      choices,
      rules,
      database,
      caller,
      errors,
      routes,
      queries,
      sharedQueries,
      functions,
      mail,
      mailClients,
      signedIds,
      anyPackage,
    ],
    lazy: [computed],
  },
  [e2e]: { imports: [tests, local, anyPackage] },
};

export const directions: Readonly<Record<string, Direction>> = {
  ...pages,
  ...edgeFunctions,
  ...tools,
};

/** What a test beside its source may import besides what the source may. */
export const besidesInTests: readonly string[] = [
  "web/src/testing",
  apiLists,
  app,
  contracts,
  limits,
  choices,
  rules,
  tests,
  anyPackage,
];
