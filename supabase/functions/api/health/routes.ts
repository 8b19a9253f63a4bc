import { healthEndpoints } from "../../_shared/contracts/health.ts";
import { AppError } from "../../_shared/errors.ts";
import { findAddressSource } from "../../_shared/http/client-address.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { createKeyedHash } from "../../_shared/http/secrets.ts";
import { choosePaymentProvider, type Services } from "../../_shared/http/services.ts";
import { VERSION } from "../../_shared/rules/version.ts";
import { probeServices } from "../system-status/probes.ts";
import { checkHealth } from "./check-health.ts";
import { readAccess } from "./queries.ts";
import { listTestSettings } from "./test-settings.ts";

export default implement(healthEndpoints, {
  getHealth: async ({ asService, services }) => {
    const { problems, emailsWaitUntil } = await checkHealth(services, asService);
    if (problems.length === 0) {
      return {
        status: "ok" as const,
        ...(emailsWaitUntil !== undefined && { emails: `waiting until ${emailsWaitUntil}` }),
      };
    }
    throw new AppError("unhealthy", {
      message: problems.map(({ message }) => message).join(" "),
      issues: problems.map(({ kind, message }) => ({ path: kind, message })),
    });
  },
  getDeployment: async ({ asService, services, address, headers }) => {
    const { environment } = services;
    const health = await checkHealth(services, asService);
    return {
      version: VERSION,
      runtime: navigator.userAgent,
      siteUrl: environment.SITE_URL,
      keys: environment.secretKeys[0].startsWith("sb_")
        ? ("current" as const)
        : ("legacy" as const),
      tokenKeys:
        environment.AUTH_JWT_SECRET === undefined
          ? ("fetched" as const)
          : ("shared secret" as const),
      pooler: environment.DATABASE_URL !== undefined,
      edgeSecret: environment.EDGE_SECRET !== undefined,
      payments: choosePaymentProvider(services),
      mail: environment.MAIL_TRANSPORT ?? null,
      emailActivation: environment.REQUIRE_EMAIL_ACTIVATION,
      captcha: environment.CAPTCHA_SECRET !== undefined,
      noCaptcha: environment.CAPTCHA === "off",
      erasureKey: environment.ERASURE_KEY !== undefined,
      contactInfo: health.hasContactInfo,
      buildHook: getBuildHookState(environment, health.buildAttempts),
      buildCalledAt: health.buildCalledAt,
      testSettings: listTestSettings(environment, services.stripe.isLive),
      webhook:
        environment.PAYMENTS_MODE === "stripe"
          ? {
              isSecretSet: environment.STRIPE_WEBHOOK_SECRET !== undefined,
              lastEventAt: health.lastEventAt,
            }
          : null,
      jobs: health.jobs,
      problems: health.problems,
      addressFrom: findAddressSource(headers, environment.EDGE_SECRET),
      countedBy: (await createKeyedHash(environment.HASH_SECRET[0], `deployment ${address}`)).slice(
        0,
        16,
      ),
    };
  },
  getServices: ({ asCaller, services }) => probeServices(services, asCaller),
  getAccess: ({ asService }) => asService(readAccess),
  getOpenapi: ({ services: { environment } }) => getDocument(environment),
});

/** If more calls than this fail in a row, the build hook itself is reported as failing. */
const MAX_FAILED_BUILD_CALLS = 3;

const getBuildHookState = ({ BUILD_HOOK_URL }: Services["environment"], attempts: number) =>
  BUILD_HOOK_URL === undefined
    ? ("unset" as const)
    : attempts > MAX_FAILED_BUILD_CALLS
      ? ("failing" as const)
      : ("working" as const);

const documentsByEnvironment = new WeakMap<
  Services["environment"],
  ReturnType<typeof buildDocument>
>();

/** Builds the document once per process, because it takes about 100 ms, during which all other requests wait. */
function getDocument(environment: Services["environment"]) {
  const document = documentsByEnvironment.get(environment) ?? buildDocument(environment);
  documentsByEnvironment.set(environment, document);
  return document;
}

/** The import is here, because the document needs every contract and the health checks need none of them. */
async function buildDocument({ SITE_URL }: Services["environment"]) {
  const { createOpenApiDocument } = await import("../openapi/document.ts");
  return createOpenApiDocument(SITE_URL);
}
