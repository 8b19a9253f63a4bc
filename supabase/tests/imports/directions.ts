import {
  adminArea,
  anyPackage,
  apiClientFile,
  apiLists,
  app,
  choices,
  computedPath,
  contracts,
  data,
  cardTextFile,
  donationSourceFile,
  emailAddressFile,
  statesFile,
  lib,
  limits,
  pages,
  publicArea,
  renderMarkdownFile,
  rules,
  textBoundsFile,
  type ImportRule,
  visibleTextFile,
  xmpMetadata,
} from "./web-directions.ts";

const functions = "supabase/functions/*";
/** What the migrations say about each table. */
const tableFacts = "supabase/functions/_shared/contracts/table-facts.ts";
const env = "supabase/functions/_shared/env.ts";
const caller = "supabase/functions/_shared/caller.ts";
const errorCatalog = "supabase/functions/_shared/error-catalog.ts";
const errors = "supabase/functions/_shared/errors.ts";
const databaseTypes = "supabase/functions/_shared/database-types.ts";
const clients = "supabase/functions/_shared/clients";
const database = "supabase/functions/_shared/clients/database.ts";
/** Imports the database driver. */
const connections = "supabase/functions/_shared/clients/connections.ts";
/** Creates Stripe's client and reads the code of its errors. */
const stripeClientFile = "supabase/functions/_shared/clients/stripe.ts";
/** Imports OpenAI's SDK, so it is loaded only for generation. */
const aiClientFile = "supabase/functions/_shared/clients/ai.ts";
/** `fetch` with a time limit. */
const outgoingFetchFile = "supabase/functions/_shared/clients/outgoing.ts";
const mailClients = "supabase/functions/_shared/clients/mail";
const images = "supabase/functions/_shared/images";
const mail = "supabase/functions/_shared/mail";
/** Loaded when someone requests a PDF. */
const documents = "supabase/functions/_shared/documents";
/** Loaded when someone saves text for pages or emails. */
const html = "supabase/functions/_shared/html";
/** Loaded when someone requests a calendar. */
const calendars = "supabase/functions/_shared/calendars";
/** Loaded when someone downloads everything. */
const archives = "supabase/functions/_shared/archives";
const sharedQueries = "supabase/functions/_shared/queries";
/** A file or folder of SQL, either in a separate edge function or beside a noun's routes in `api`. */
const queries = [
  "supabase/functions/*/queries",
  "supabase/functions/*/queries.ts",
  "supabase/functions/api/:noun/queries",
  "supabase/functions/api/:noun/queries.ts",
];
/** Facts that providers report about donations, and the states that follow from them. */
const donations = "supabase/functions/_shared/donations";
/** Everything that writes donations: the checkout, provider facts and administrators. */
const donationQueries = "supabase/functions/_shared/donations/queries";
/** Converts Stripe's objects into provider facts and looks up missing data in Stripe. */
const stripe = "supabase/functions/_shared/donations/stripe";
const http = "supabase/functions/_shared/http";
/** Tests of other folders import this to create tokens, but nothing else from the server's HTTP folder. */
const signedIds = "supabase/functions/_shared/http/signed-id.ts";
const apiNouns = "supabase/functions/api/:noun";
/** Unlike other routes, these import mail code: to render templates and to check the mail service. */
const emailTemplates = "supabase/functions/api/email-templates";
const systemStatus = "supabase/functions/api/system-status";
const tributes = "supabase/functions/api/tributes";
const siteBuilds = "supabase/functions/api/site-builds";
/**
 * Emails administrators when something has stopped, and describes the API. The code for both is loaded lazily, because
 * monitoring calls the health endpoint every minute.
 */
const health = "supabase/functions/api/health";
const apiRoutes = "supabase/functions/api/routes.ts";
/** The only file that imports Stripe's SDK statically, because each request needs it. */
const webhookSignature = "supabase/functions/stripe-webhook/signature.ts";
const functionApp = "supabase/functions/*/app.ts";
/** Has a single path, which isn't part of our API, so it is also the handler. */
const webhookApp = "supabase/functions/stripe-webhook/app.ts";
const openapi = "supabase/functions/api/openapi";

const queriesImportRule: ImportRule = {
  imports: [...queries, donationQueries, sharedQueries, errors, limits, choices, tableFacts, rules],
  types: [database, contracts, caller, mail, calendars, "zod"],
};

const nounsImportRule = {
  imports: [
    ...queries,
    donationQueries,
    http,
    signedIds,
    contracts,
    limits,
    choices,
    tableFacts,
    rules,
    images,
    caller,
    errors,
    stripe,
  ],
  types: [clients, sharedQueries, calendars],
  lazy: [functions, calendars, html, archives],
} satisfies ImportRule;

/** index → app → routes → queries → clients. */
const edgeFunctions: Readonly<Record<string, ImportRule>> = {
  [limits]: {},
  [choices]: {},
  [tableFacts]: {},
  [donationSourceFile]: {},
  [visibleTextFile]: {},
  [emailAddressFile]: {},
  [statesFile]: {},
  [cardTextFile]: { imports: [visibleTextFile] },
  [textBoundsFile]: {},
  [contracts]: {
    imports: [
      limits,
      choices,
      tableFacts,
      donationSourceFile,
      cardTextFile,
      emailAddressFile,
      statesFile,
      visibleTextFile,
      textBoundsFile,
      "zod",
    ],
  },
  [rules]: {
    imports: [limits, choices, tableFacts, emailAddressFile, statesFile, visibleTextFile],
  },
  [xmpMetadata]: {},
  [env]: { imports: ["zod"] },
  [caller]: { types: [choices] },
  [errorCatalog]: { types: ["hono"] },
  [errors]: { imports: [errorCatalog] },
  [databaseTypes]: {},
  [database]: { imports: [connections], types: [databaseTypes, caller, choices, "postgres"] },
  [connections]: { imports: [errors, "postgres"] },
  [clients]: {
    imports: [outgoingFetchFile, errors, rules, "jose"],
    types: [env, caller],
    lazy: ["@supabase/supabase-js"],
  },
  [outgoingFetchFile]: { imports: [rules] },
  [stripeClientFile]: {
    imports: [outgoingFetchFile, errors, rules],
    types: [env, "stripe"],
    lazy: ["stripe"],
  },
  [aiClientFile]: {
    imports: [outgoingFetchFile, errors, rules, "openai", "zod"],
    types: [env, errorCatalog],
  },
  /** Loaded by code that sends email, and never by code that responds to a visitor. */
  [mailClients]: {
    imports: [clients, outgoingFetchFile, rules, "nodemailer", "node:"],
    types: [env],
  },
  [images]: { imports: [limits, choices] },
  [documents]: {
    imports: [xmpMetadata, "@cantoo/fontkit", "@cantoo/pdf-lib"],
    types: [rules],
  },
  [html]: { imports: [rules, textBoundsFile, "sanitize-html", "marked"] },
  [calendars]: { imports: ["@date-fns/tz", "ical-generator", "timezones-ical-library"] },
  [archives]: { imports: ["fflate"] },
  /** Pure functions: the text and layout of emails. */
  [mail]: { imports: [html, rules] },
  [sharedQueries]: {
    imports: [errors, limits, choices, rules],
    types: [database, contracts, mail, caller],
  },
  [donations]: { imports: [donationSourceFile, rules] },
  [donationQueries]: {
    imports: [donations, sharedQueries, errors, limits, choices, rules],
    types: [database, contracts, "zod"],
  },
  [stripe]: {
    imports: [
      donations,
      donationQueries,
      sharedQueries,
      stripeClientFile,
      http,
      caller,
      errors,
      rules,
    ],
    types: [database, "stripe"],
  },
  ...Object.fromEntries(queries.map((layer) => [layer, queriesImportRule])),
  [http]: {
    imports: [
      clients,
      stripeClientFile,
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
    types: [calendars, env, "zod"],
    lazy: [calendars, documents],
  },
  [signedIds]: { imports: [http, rules] },
  [apiNouns]: nounsImportRule,
  [emailTemplates]: {
    ...nounsImportRule,
    imports: [apiNouns, mail, html, ...nounsImportRule.imports],
  },
  [systemStatus]: {
    ...nounsImportRule,
    imports: [apiNouns, health, mailClients, outgoingFetchFile, ...nounsImportRule.imports],
    types: ["stripe", ...nounsImportRule.types],
  },
  [tributes]: {
    ...nounsImportRule,
    imports: [apiNouns, sharedQueries, ...nounsImportRule.imports],
    lazy: [documents, ...nounsImportRule.lazy],
  },
  [siteBuilds]: {
    ...nounsImportRule,
    imports: [apiNouns, outgoingFetchFile, ...nounsImportRule.imports],
  },
  [health]: {
    ...nounsImportRule,
    imports: [apiNouns, systemStatus, ...nounsImportRule.imports],
    lazy: [mail, mailClients, openapi, ...nounsImportRule.lazy],
  },
  /** Loads a resource's contract and handlers when one of its endpoints is first called. */
  [apiRoutes]: {
    types: [http, contracts],
    lazy: [apiNouns, emailTemplates, systemStatus, tributes, siteBuilds, health, functions],
  },
  [functions]: {
    imports: [
      ...queries,
      sharedQueries,
      donations,
      donationQueries,
      stripe,
      stripeClientFile,
      webhookSignature,
      http,
      signedIds,
      contracts,
      limits,
      choices,
      textBoundsFile,
      visibleTextFile,
      rules,
      caller,
      errors,
      mail,
      html,
      mailClients,
      aiClientFile,
      outgoingFetchFile,
      images,
      "zipcodes",
    ],
    types: ["stripe"],
  },
  [openapi]: { imports: [contracts, limits, choices, errors, "zod"] },
  [webhookSignature]: { imports: [errors, "stripe"] },
  [functionApp]: { imports: [functions, apiRoutes, http], types: ["hono"] },
  [webhookApp]: {
    imports: [...queries, stripe, webhookSignature, http, errors],
    types: [donations, "hono", "stripe"],
  },
  "supabase/functions/*/index.ts": { imports: [functionApp, webhookApp, http, env] },
};

const local = "supabase/local";
/** Writes the emails that Auth itself sends. */
const authTemplates = "supabase/templates";
/** Writes what a release records, and compares it with the code. */
const release = "supabase/release";
const tests = "supabase/tests";
const prerender = "web/prerender";
const edge = "web/edge";
const e2e = "web/e2e";

/** Folders that build, start and test the project. In the folders above, only tests may import these. */
const tools: Readonly<Record<string, ImportRule>> = {
  "web/vite.config.ts": { imports: [edge, anyPackage] },
  /** Runs on the CDN, so it may use only web standards and the page templates. */
  [edge]: { imports: [rules, prerender] },
  "web/map": { imports: [anyPackage] },
  "web/scenes": { imports: [e2e, images, rules, anyPackage] },
  [prerender]: {
    imports: [app, publicArea, data, lib, apiClientFile, apiLists, rules, html, edge, anyPackage],
    lazy: [computedPath],
  },
  [authTemplates]: { imports: [mail, rules, anyPackage] },
  [local]: { imports: [rules, edge, anyPackage], types: [choices], lazy: [computedPath] },
  [release]: { imports: [local, contracts, anyPackage] },
  [tests]: {
    imports: [
      local,
      authTemplates,
      edge,
      prerender,
      e2e,
      lib,
      renderMarkdownFile,
      html,
      images,
      textBoundsFile,
      contracts,
      statesFile,
      limits,
      choices,
      tableFacts,
      rules,
      clients,
      database,
      connections,
      caller,
      errors,
      apiNouns,
      systemStatus,
      apiRoutes,
      ...queries,
      sharedQueries,
      donations,
      donationQueries,
      functions,
      mail,
      mailClients,
      signedIds,
      "web/scenes",
      anyPackage,
    ],
    lazy: [computedPath],
  },
  [e2e]: { imports: [tests, local, adminArea, textBoundsFile, anyPackage] },
};

export const importRules: Readonly<Record<string, ImportRule>> = {
  ...pages,
  ...edgeFunctions,
  ...tools,
};

/** The imports that a test may have in addition to those of the source beside it. */
export const extraTestImports: readonly string[] = [
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
