import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { importRules } from "../imports/directions.ts";
import { getLayer, findForbiddenImports } from "../imports/walk.ts";

const files = globSync("{web,supabase}/**/*.{ts,tsx,mjs}", {
  exclude: (file) => /node_modules|\.temp|^web\/dist/.test(file),
});

describe("imports", () => {
  it("follow the declared directions", () => {
    expect(files.length).toBeGreaterThan(300);
    expect(files.flatMap((file) => findForbiddenImports(file, readFileSync(file, "utf8")))).toEqual(
      [],
    );
  });

  it("have rules only for layers that exist", () => {
    const usedLayers = new Set(files.map((file) => getLayer(file)?.name));
    expect(Object.keys(importRules).filter((layer) => !usedLayers.has(layer))).toEqual([]);
  });
});

/** For every rule: a file, a forbidden import and an allowed import. */
const plantedImports = `
# The pages, upwards and sideways.
web/src/main.tsx | import "./data/home/queries.ts" | import "./app.css"
web/src/app/x.tsx | import { api } from "../lib/api/api-client.ts" | import type { ApiOutput } from "../lib/api/api-client.ts"
web/src/app/x.tsx | import x from "../areas/admin/admin-page.tsx" | const x = import("../areas/admin/admin-page.tsx")
web/src/app/x.tsx | import x from "../areas/volunteer/x.tsx" | import x from "../areas/public/x.tsx"
web/src/areas/public/x.tsx | import "../../app/paths.ts" | import "../../lib/paths.ts"
web/src/areas/public/x.tsx | import x from "../admin/x.tsx" | import x from "./dialogs/x.tsx"
web/src/areas/public/x.tsx | const x = lazy(() => import("../volunteer/x.tsx")) | const x = import("./x.tsx")
web/src/areas/public/x.tsx | import { api } from "../../lib/api/api-client.ts" | import { x } from "../../data/x/queries.ts"
web/src/areas/public/x.tsx | import { zip } from "#contracts/fields.ts" | import { zip } from "#contracts/limits.ts"
web/src/areas/public/x.tsx | import { type Zip } from "#contracts/fields.ts" | import type { Zip } from "#contracts/fields.ts"
web/src/areas/public/x.tsx | import { z } from "zod" | import { useState } from "react"
web/src/areas/public/x.tsx | import { useForm } from "react-hook-form" | import { Link } from "react-router-dom"
web/src/areas/public/x.tsx | import { useSession } from "../../lib/session/session-context.tsx" | import "../../lib/session/session.ts"
web/src/areas/public/x.tsx | import { x } from "./dialogs/admin-login-dialog.tsx" | const x = import("./dialogs/volunteer-login-dialog.tsx")
web/src/areas/public/dialogs/admin-login-dialog.tsx | import { x } from "../../../data/home/queries.ts" | import { useLoginAdmin } from "../../../data/sessions/mutations.ts"
web/src/areas/public/dialogs/volunteer-login-dialog.tsx | import { api } from "../../../lib/api/api-client.ts" | import { SessionProvider } from "../../../lib/session/session-context.tsx"
web/src/areas/public/x.tsx | import { useLoginAdmin } from "../../data/sessions/mutations.ts" | import { useHome } from "../../data/home/queries.ts"
web/src/data/sessions/x.ts | import x from "../home/queries.ts" | import { useStartSession } from "../../lib/session/session-context.tsx"
web/src/areas/public/second-factor/x.tsx | import { useLoginAdmin } from "../../../data/sessions/mutations.ts" | import x from "../../../data/second-factors/mutations.ts"
web/src/areas/public/password/reset-password-page.tsx | import { api } from "../../../lib/api/api-client.ts" | import x from "../../../data/sessions/mutations.ts"
web/src/areas/public/password/x.tsx | import x from "../../../data/second-factors/mutations.ts" | import x from "../../../data/password-recovery/mutations.ts"
web/src/data/second-factors/x.ts | import { useStartSession } from "../../lib/session/session-context.tsx" | import { readQuery } from "../read-query.ts"
web/src/data/sessions/mutations.ts | import x from "../read-query.ts" | import { mutation } from "../mutation.ts"
web/src/data/mutation.ts | import x from "../ui/button.tsx" | import x from "./read-query.ts"
web/src/data/archives/x.ts | import x from "../home/queries.ts" | import x from "../../lib/api/zip-file.ts"
web/src/data/x/mutations.ts | import x from "../../lib/api/zip-file.ts" | import x from "../../lib/api/save-file.ts"
web/src/lib/api/x.ts | import { Zip } from "fflate" | import x from "./save-file.ts"
web/src/lib/api/zip-file.ts | import x from "./save-file.ts" | import { Zip } from "fflate"
web/src/lib/pdf/x.ts | import x from "../api/save-file.ts" | import { PDFDocument } from "@cantoo/pdf-lib"
web/src/areas/admin/x.ts | import x from "../../lib/pdf/join-pdfs.ts" | const x = import("../../lib/pdf/join-pdfs.ts")
web/src/areas/volunteer/x.tsx | import x from "../public/x.tsx" | import x from "../../checkout/x.tsx"
web/src/areas/admin/x.tsx | import x from "../public/dialogs/math-field.tsx" | import x from "./sections.ts"
web/src/areas/admin/x.tsx | import type { X } from "../volunteer/x.ts" | import { x } from "#contracts/locations.ts"
web/src/areas/admin/x.tsx | import { useSession } from "@supabase/auth-helpers-react" | import { useSession } from "../../lib/session/session-context.tsx"
web/src/areas/admin/x.test.tsx | import x from "../public/x.tsx" | import { builder } from "../../testing/builders.ts"
web/src/areas/public/x.tsx | import { RecordList } from "../../kit/lists/record-list.tsx" | import x from "../../ui/fields/field.tsx"
web/src/areas/admin/x.tsx | import { useForm } from "react-hook-form" | import { FormText } from "../../kit/forms/form-fields.tsx"
web/src/areas/volunteer/x.tsx | import x from "#admin/fact.tsx" | import x from "#kit/forms/form-note.tsx"
web/src/areas/admin/x.ts | import x from "#admin/sections/blogs/blogs.tsx" | import x from "#admin/fact.tsx"
web/src/areas/admin/x.ts | import x from "./sections/blogs/blogs.tsx" | const x = import("./sections/blogs/blogs.tsx")
web/src/areas/admin/sections/blogs/x.tsx | import { api } from "../../../../lib/api/api-client.ts" | import { useWatch } from "react-hook-form"
web/src/areas/admin/sections/settings/imports/read-workbook.ts | import { parse } from "papaparse" | import { Unzip } from "fflate"
web/src/areas/admin/x.ts | import x from "./sections/settings/imports/read-workbook.ts" | const x = import("./sections/settings/imports/read-workbook.ts")
web/src/kit/x.tsx | import x from "../areas/admin/sections.ts" | import { useForm } from "react-hook-form"
web/src/kit/x.tsx | import { api } from "../lib/api/api-client.ts" | import type { Page } from "../lib/api/api-client.ts"
web/src/kit/x.tsx | import x from "./rich-text/extensions.ts" | import { x } from "./form-fields.tsx"
web/src/kit/lists/sortable-list.tsx | import x from "../data/resource.ts" | import { DndContext } from "@dnd-kit/core"
web/src/kit/rich-text/form-rich-text.tsx | import x from "./rich-text-editor.tsx" | const x = import("./rich-text-editor.tsx")
web/src/kit/rich-text/x.tsx | import x from "../../areas/admin/sections.ts" | import { Editor } from "@tiptap/core"
web/src/checkout/x.tsx | import x from "../areas/admin/x.tsx" | import x from "../ui/button.tsx"
web/src/checkout/x.tsx | export * from "../lib/api/api-client.ts" | export * from "../lib/format.ts"
web/src/checkout/x.tsx | import x from "./stripe/x.tsx" | const x = import("./stripe/x.tsx")
web/src/checkout/stripe/x.tsx | import { api } from "../../lib/api/api-client.ts" | import x from "@stripe/react-stripe-js"
web/src/lib/api/api-lists.ts | import x from "../session/session-context.tsx" | import { send } from "./api-client.ts"
web/src/data/x/queries.ts | import x from "../../areas/public/x.ts" | import { api } from "../../lib/api/api-client.ts"
web/src/data/x/queries.ts | import x from "../../checkout/x.ts" | import x from "../../lib/time/now.ts"
web/src/data/x/queries.ts | import x from "../../../../supabase/functions/_shared/clients/auth.ts" | import x from "#contracts/limits.ts"
web/src/data/x/queries.ts | export type { Sql } from "../../../../supabase/functions/_shared/clients/database.ts" | export type { X } from "#contracts/home.ts"
web/src/lib/x.ts | import x from "../data/home/queries.ts" | import x from "./env.ts"
web/src/lib/x.ts | import { SessionContextProvider } from "@supabase/auth-helpers-react" | import x from "@supabase/supabase-js"
web/src/lib/api/api-client.ts | import { catalog } from "#contracts/catalog.ts" | import type { EndpointKey } from "#contracts/catalog.ts"
web/src/lib/session/session-context.tsx | import x from "../api/api-client.ts" | import x from "@supabase/auth-helpers-react"
web/src/ui/x.tsx | import x from "../data/home/queries.ts" | import x from "../lib/log.ts"
web/src/ui/x.tsx | import x from "#contracts/limits.ts" | import x from "./button.tsx"
web/src/ui/x.tsx | type X = import("../areas/admin/x.ts").X | type X = import("./toast.ts").X
web/src/ui/render-markdown.ts | import x from "../lib/log.ts" | import { Marked } from "marked"
web/src/testing/x.ts | import x from "../../../supabase/functions/api/app.ts" | import x from "#contracts/catalog.ts"
# The product imports no tool.
web/src/areas/public/x.tsx | import x from "../../../map/make.ts" | import x from "./map/us-outline.ts"
web/src/ui/x.tsx | import x from "../../scenes/list.ts" | import x from "./field.tsx"
web/src/lib/x.ts | import x from "../../../supabase/local/machine/keys.ts" | import x from "./env.ts"
supabase/functions/api/x/routes.ts | import x from "../../../local/stack.ts" | import x from "./queries.ts"
# The edge functions: index → app → routes → queries → clients.
supabase/functions/_shared/contracts/x.ts | import x from "../rules/money.ts" | import x from "./fields.ts"
supabase/functions/_shared/contracts/x.ts | import x from "hono" | import { z } from "zod"
supabase/functions/_shared/contracts/limits.ts | import { z } from "zod" |
supabase/functions/_shared/contracts/choices.ts | import { z } from "zod" |
supabase/functions/_shared/contracts/table-facts.ts | import "./choices.ts" |
supabase/functions/_shared/contracts/donation-source.ts | import { z } from "zod" |
supabase/functions/_shared/contracts/card-text.ts | import { z } from "zod" |
supabase/functions/_shared/contracts/text-bounds.ts | import { z } from "zod" |
supabase/functions/_shared/contracts/visible-text.ts | import { z } from "zod" |
supabase/functions/_shared/contracts/email-address.ts | import { z } from "zod" |
supabase/functions/_shared/contracts/states.ts | import { z } from "zod" |
supabase/functions/_shared/rules/xmp-metadata.ts | import "./money.ts" |
supabase/functions/_shared/rules/x.ts | import x from "../contracts/fields.ts" | import x from "../contracts/limits.ts"
supabase/functions/_shared/rules/x.ts | import x from "node:crypto" | import x from "./money.ts"
supabase/functions/_shared/env.ts | import x from "./http/log.ts" | import { z } from "zod"
supabase/functions/_shared/caller.ts | import type { X } from "./http/services.ts" |
supabase/functions/_shared/error-catalog.ts | import type { X } from "./http/services.ts" | import type { X } from "hono/utils/http-status"
supabase/functions/_shared/errors.ts | import type { X } from "./http/services.ts" | import { x } from "./error-catalog.ts"
supabase/functions/_shared/database-types.ts | import "./env.ts" |
supabase/functions/_shared/clients/database.ts | import postgres from "postgres" | import type postgres from "postgres"
supabase/functions/_shared/clients/connections.ts | import type { X } from "../http/handlers.ts" | import postgres from "postgres"
supabase/functions/_shared/clients/outgoing.ts | import { AppError } from "../errors.ts" | import { x } from "./outgoing.ts"
supabase/functions/_shared/clients/x.ts | import type { X } from "../http/handlers.ts" | import type { X } from "../caller.ts"
supabase/functions/_shared/clients/x.ts | import x from "@supabase/supabase-js" | const x = await import("@supabase/supabase-js")
supabase/functions/_shared/clients/stripe.ts | import { Stripe } from "stripe" | const x = await import("stripe")
supabase/functions/_shared/clients/ai.ts | import x from "../http/log.ts" | import OpenAI from "openai"
supabase/functions/api/x/routes.ts | import x from "../../_shared/clients/ai.ts" | import x from "../home/routes.ts"
supabase/functions/_shared/documents/x.ts | import x from "../rules/money.ts" | import type { X } from "../rules/gift-papers.ts"
supabase/functions/_shared/archives/x.ts | import x from "../contracts/fields.ts" | import { Zip } from "fflate"
supabase/functions/_shared/calendars/x.ts | import x from "../contracts/fields.ts" | import ical from "ical-generator"
supabase/functions/api/x/routes.ts | import x from "../../_shared/calendars/x.ts" | const x = import("../../_shared/calendars/x.ts")
supabase/functions/_shared/html/x.ts | import x from "../mail/layout.ts" | import sanitizeHtml from "sanitize-html"
supabase/functions/api/x/routes.ts | import x from "../../_shared/html/x.ts" | const x = import("../../_shared/html/x.ts")
supabase/functions/_shared/images/x.ts | import x from "../clients/storage.ts" | import x from "./bytes.ts"
supabase/functions/_shared/images/x.ts | import x from "../../../tests/pictures.ts" | import x from "../contracts/limits.ts"
supabase/functions/_shared/clients/mail/x.ts | import x from "../../http/log.ts" | import { createTransport } from "nodemailer"
supabase/functions/_shared/mail/x.ts | import x from "../clients/outgoing.ts" | import x from "../rules/gift-papers.ts"
supabase/functions/_shared/donations/x.ts | import x from "./queries/donations.ts" | import x from "../rules/money.ts"
supabase/functions/_shared/donations/queries/x.ts | import x from "../stripe/lists.ts" | import x from "../provider-facts.ts"
supabase/functions/_shared/queries/x.ts | import x from "../http/handlers.ts" | import type { Sql } from "../clients/database.ts"
supabase/functions/_shared/donations/stripe/x.ts | import { Stripe } from "stripe" | import type { Stripe } from "stripe"
supabase/functions/_shared/donations/stripe/x.ts | import x from "../../contracts/fields.ts" | import x from "../queries/donations.ts"
supabase/functions/stripe-webhook/signature.ts | import x from "../_shared/http/log.ts" | import { Stripe } from "stripe"
supabase/functions/stripe-webhook/app.ts | import { Stripe } from "stripe" | import type { Stripe } from "stripe"
supabase/functions/payments/queries/x.ts | import x from "../routes.ts" | import type { Sql } from "../../_shared/clients/database.ts"
supabase/functions/ai/queries.ts | import x from "./routes.ts" | import type { Sql } from "../_shared/clients/database.ts"
supabase/functions/api/events/queries/x.ts | import x from "../routes.ts" | import x from "../queries.ts"
supabase/functions/api/x/queries.ts | import x from "./routes.ts" | import x from "../events/queries/read-events.ts"
supabase/functions/api/x/queries.ts | import type { X } from "../../_shared/http/handlers.ts" | import type { X } from "#contracts/home.ts"
supabase/functions/api/x/queries.ts | import { connectDatabase } from "../../_shared/clients/database.ts" | import type { Sql } from "../../_shared/clients/database.ts"
supabase/functions/api/x/queries.ts | import x from "../../payments/queries/refunds.ts" | import x from "../../_shared/queries/page.ts"
supabase/functions/_shared/http/signed-id.ts | import x from "../env.ts" | import x from "./secrets.ts"
supabase/functions/_shared/http/x.ts | import x from "../../api/routes.ts" | import x from "../queries/page.ts"
supabase/functions/api/x/routes.ts | import postgres from "postgres" | import x from "./queries.ts"
supabase/functions/api/x/routes.ts | import { connectDatabase } from "../../_shared/clients/database.ts" | import x from "../../_shared/http/handlers.ts"
supabase/functions/api/email-templates/x.ts | import x from "../../_shared/clients/mail/smtp.ts" | import x from "../../_shared/mail/layout.ts"
supabase/functions/api/system-status/x.ts | import x from "../../_shared/mail/layout.ts" | import x from "../../_shared/clients/mail/transport.ts"
supabase/functions/api/health/x.ts | import x from "../openapi/document.ts" | const x = import("../openapi/document.ts")
supabase/functions/api/health/x.ts | import x from "../../_shared/mail/layout.ts" | const x = import("../../_shared/clients/mail/transport.ts")
supabase/functions/api/tributes/x.ts | import x from "../../_shared/mail/layout.ts" | const x = import("../../_shared/documents/tribute-pdf.ts")
supabase/functions/api/site-builds/x.ts | import x from "../../_shared/mail/layout.ts" | import x from "../../_shared/clients/outgoing.ts"
supabase/functions/payments/app.ts | import x from "../_shared/clients/database.ts" | import x from "./routes.ts"
supabase/functions/api/routes.ts | import x from "../_shared/contracts/catalog.ts" | import type { X } from "../_shared/contracts/catalog.ts"
supabase/functions/api/routes.ts | import x from "../payments/routes.ts" | const x = import("../payments/routes.ts")
supabase/functions/api/routes.ts | const x = import(name) | const x = import("./uploads/routes.ts")
supabase/functions/payments/routes.ts | import x from "../api/donations/queries.ts" | import x from "../_shared/donations/queries/pending-donations.ts"
supabase/functions/payments/routes.ts | import x from "../../local/machine/keys.ts" | import x from "../_shared/rules/money.ts"
supabase/functions/api/openapi/document.ts | import x from "../routes.ts" | import { z } from "zod"
supabase/functions/api/app.ts | import x from "../_shared/clients/database.ts" | import x from "./routes.ts"
supabase/functions/api/app.ts | import x from "../_shared/contracts/catalog.ts" | import x from "./paths.ts"
supabase/functions/api/index.ts | import x from "./home/queries.ts" | import x from "./app.ts"
# The tools.
web/vite.config.ts | import "./src/main.tsx" | import "vite"
web/edge/x.ts | import "node:fs" | import "../../supabase/functions/_shared/rules/visitor-address.ts"
web/map/x.ts | import "../src/main.tsx" | import "node:fs"
web/scenes/x.ts | import "../src/main.tsx" | import "../e2e/browser.ts"
web/prerender/x.ts | import "../../supabase/functions/api/app.ts" | import "../src/app/prerender.tsx"
web/e2e/x.ts | import "../src/lib/paths.ts" | import "../../supabase/tests/stack-facts.ts"
supabase/local/x.ts | import "../functions/api/app.ts" | import "node:fs"
supabase/release/x.ts | import "../functions/api/app.ts" | import "../functions/_shared/contracts/catalog.ts"
supabase/templates/x.ts | import "../functions/api/app.ts" | import "../functions/_shared/mail/layout.ts"
supabase/tests/x.ts | import "../../web/src/data/home/queries.ts" | import "../local/stack.ts"
`;
const importCases = plantedImports
  .split("\n")
  .filter((line) => line.includes(" | "))
  .map((line): [string, string, string] => {
    const [file = "", forbiddenImport = "", allowedImport = ""] = line.split(/ \| ?/);
    return [file, forbiddenImport, allowedImport];
  });

describe("the import check", () => {
  it.each(importCases)(
    "in %s, reports the import `%s` and accepts `%s`",
    (file, forbiddenImport, allowedImport) => {
      expect(findForbiddenImports(file, forbiddenImport)).toHaveLength(1);
      expect(findForbiddenImports(file, allowedImport)).toEqual([]);
    },
  );

  it("reports a file that isn't in any layer", () => {
    expect(findForbiddenImports("web/src/elsewhere/x.ts", "")).toHaveLength(1);
  });

  it("is tested with a forbidden import for every rule", () => {
    const testedLayers = new Set(importCases.map(([file]) => getLayer(file)?.name));
    expect(Object.keys(importRules).filter((layer) => !testedLayers.has(layer))).toEqual([]);
  });
});
