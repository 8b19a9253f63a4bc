import { healthEndpoints } from "../../_shared/contracts/health.ts";
import { catalogue } from "../../_shared/contracts/catalogue.ts";
import { AppError } from "../../_shared/errors.ts";
import { addressSource } from "../../_shared/http/client-address.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { paymentProvider } from "../../_shared/http/payment-provider.ts";
import { keyedHash } from "../../_shared/http/secrets.ts";
import type { Services } from "../../_shared/http/services.ts";
import { isOverdue } from "../../_shared/rules/job-state.ts";
import { VERSION } from "../../_shared/rules/version.ts";
import { openApiDocument } from "../openapi/document.ts";
import { listJobRuns } from "../system-status/queries.ts";

export default implement(healthEndpoints, {
  getHealth: async ({ asService }) => {
    const jobs = await asService(listJobRuns);
    const now = Date.now();
    const lateJobs = jobs.filter((job) => isOverdue(job, now)).map(({ name }) => name);
    if (lateJobs.length === 0) return { status: "ok" as const };
    throw new AppError("job_late", { message: `Scheduled jobs are late: ${lateJobs.join(", ")}.` });
  },
  getDeployment: async ({ services, services: { environment }, address, headers }) => ({
    version: VERSION,
    siteUrl: environment.SITE_URL,
    keys: environment.secretKeys[0].startsWith("sb_") ? ("current" as const) : ("legacy" as const),
    tokenKeys: tokenKeySource(environment),
    pooler: environment.DATABASE_URL !== undefined,
    edgeSecret: environment.EDGE_SECRET !== undefined,
    payments: paymentProvider(services),
    mail: environment.MAIL_TRANSPORT ?? null,
    emailActivation: environment.REQUIRE_EMAIL_ACTIVATION,
    captcha: environment.CAPTCHA_SECRET !== undefined,
    addressFrom: addressSource(headers, environment.EDGE_SECRET),
    countedBy: (await keyedHash(environment.HASH_SECRET[0], `deployment ${address}`)).slice(0, 16),
  }),
  getOpenapi: ({ services: { environment } }) => Promise.resolve(documentFor(environment)),
});

const documentsByEnvironment = new WeakMap<
  Services["environment"],
  ReturnType<typeof openApiDocument>
>();

/** Builds the document once per process, because it takes about 100 ms, during which all other requests wait. */
function documentFor(environment: Services["environment"]) {
  const document =
    documentsByEnvironment.get(environment) ?? openApiDocument(catalogue, environment.SITE_URL);
  documentsByEnvironment.set(environment, document);
  return document;
}

function tokenKeySource(
  environment: Services["environment"],
): "given" | "fetched" | "shared secret" {
  if (environment.AUTH_JWT_SECRET !== undefined) return "shared secret";
  return environment.SUPABASE_JWKS.length > 0 ? "given" : "fetched";
}
