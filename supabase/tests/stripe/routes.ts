import { createRefund } from "./after-charges.ts";
import { invalidRequestError } from "./api-error.ts";
import { getMetadataParameter, type Params, getTextParameter } from "./forms.ts";
import { cancelIntent, confirmIntent, createIntent, updateIntent } from "./intents.ts";
import { listPage } from "./lists.ts";
import { newCustomer } from "./objects/billing.ts";
import { knownParameters, requireParameters, type ParameterTree } from "./parameters.ts";
import {
  cancelSubscription,
  createPrice,
  createProduct,
  createSubscription,
  updateProduct,
  updateSubscription,
} from "./subscriptions.ts";
import { type Kind, randomText, type AccountDouble } from "./account.ts";

export interface Operation {
  readonly method: string;
  readonly path: RegExp;
  readonly parameters: ParameterTree;
  readonly requiredParameters: readonly string[];
  /** Whether browsers may call it, with the publishable key and the intent's client secret. */
  readonly allowsPublishableKey: boolean;
  readonly run: (account: AccountDouble, params: Params, id: string) => object;
}

type RunOperation = Operation["run"];

const operation = (
  methodAndPath: string,
  tree: object,
  run: RunOperation,
  requiredParameters: readonly string[] = [],
  allowsPublishableKey = false,
): Operation => {
  const [method = "", path = ""] = methodAndPath.split(" ");
  return {
    method,
    path: new RegExp(`^${path.replace(":id", "([^/]+)")}$`),
    parameters: tree as ParameterTree,
    requiredParameters,
    allowsPublishableKey,
    run,
  };
};

const readOperations = (path: string, kind: Kind, tree: object): Operation[] => [
  operation(`GET ${path}`, tree, (account, params) => listPage(account, kind, params, path)),
  operation(`GET ${path}/:id`, knownParameters.retrieve, (account, _, id) => account.get(kind, id)),
];

/** A client secret gives access only to its own intent. */
const authorizeIntent = (account: AccountDouble, params: Params, id: string) => {
  const intent = account.get("payment_intent", id);
  const secret = getTextParameter(params, "client_secret");
  if (secret !== undefined && secret !== intent.client_secret) {
    throw invalidRequestError("The client_secret provided does not match.", {
      param: "client_secret",
    });
  }
  return intent;
};

const intentsPath = "/v1/payment_intents";
const subscriptionsPath = "/v1/subscriptions";

/** The API's paths that the double supports. Any other path is refused. */
export const operations: readonly Operation[] = [
  operation(`POST ${intentsPath}`, knownParameters.createIntent, createIntent, [
    "amount",
    "currency",
  ]),
  operation(
    `GET ${intentsPath}/:id`,
    { ...knownParameters.retrieveIntent, key: "text" },
    (account, params, id) => authorizeIntent(account, params, id),
    [],
    true,
  ),
  operation(`POST ${intentsPath}/:id`, knownParameters.updateIntent, (account, params, id) =>
    updateIntent(account.get("payment_intent", id), params),
  ),
  operation(
    `POST ${intentsPath}/:id/confirm`,
    knownParameters.confirmIntent,
    (account, params, id) => confirmIntent(account, authorizeIntent(account, params, id), params),
    [],
    true,
  ),
  operation(`POST ${intentsPath}/:id/cancel`, knownParameters.cancelIntent, (account, params, id) =>
    cancelIntent(account, account.get("payment_intent", id), params),
  ),
  operation(`GET ${intentsPath}`, knownParameters.listIntents, (account, params) =>
    listPage(account, "payment_intent", params, intentsPath),
  ),
  ...readOperations("/v1/charges", "charge", knownParameters.listCharges),
  operation("POST /v1/customers", knownParameters.createCustomer, (account, params) => {
    const customer = newCustomer(account, {
      email: getTextParameter(params, "email"),
      name: getTextParameter(params, "name"),
      description: getTextParameter(params, "description"),
      metadata: getMetadataParameter(params),
    });
    account.emit("customer.created", customer);
    return customer;
  }),
  operation("POST /v1/customers/:id", knownParameters.updateCustomer, (account, params, id) => {
    const customer = account.get("customer", id);
    customer.email = getTextParameter(params, "email") ?? customer.email;
    customer.name = getTextParameter(params, "name") ?? customer.name ?? null;
    Object.assign(customer.metadata, getMetadataParameter(params));
    account.emit("customer.updated", customer);
    return customer;
  }),
  ...readOperations("/v1/customers", "customer", knownParameters.listCustomers),
  operation("POST /v1/products", knownParameters.createProduct, createProduct, ["name"]),
  operation("POST /v1/products/:id", knownParameters.updateProduct, (account, params, id) =>
    updateProduct(account.get("product", id), params),
  ),
  operation("GET /v1/products/:id", knownParameters.retrieve, (account, _, id) =>
    account.get("product", id),
  ),
  operation("POST /v1/prices", knownParameters.createPrice, createPrice, ["currency"]),
  operation(`POST ${subscriptionsPath}`, knownParameters.createSubscription, createSubscription),
  operation(
    `POST ${subscriptionsPath}/:id`,
    knownParameters.updateSubscription,
    (account, params, id) => updateSubscription(account, account.get("subscription", id), params),
  ),
  operation(
    `DELETE ${subscriptionsPath}/:id`,
    knownParameters.cancelSubscription,
    (account, _, id) => cancelSubscription(account, account.get("subscription", id)),
  ),
  ...readOperations(subscriptionsPath, "subscription", knownParameters.listSubscriptions),
  ...readOperations("/v1/invoices", "invoice", knownParameters.listInvoices),
  ...readOperations("/v1/invoice_payments", "invoice_payment", knownParameters.listInvoicePayments),
  operation("POST /v1/refunds", knownParameters.createRefund, createRefund),
  ...readOperations("/v1/refunds", "refund", knownParameters.listRefunds),
  ...readOperations("/v1/disputes", "dispute", knownParameters.listDisputes),
  ...readOperations("/v1/events", "event", knownParameters.listEvents),
  ...readOperations(
    "/v1/radar/early_fraud_warnings",
    "radar.early_fraud_warning",
    knownParameters.listWarnings,
  ),
  operation(
    "POST /v1/billing_portal/sessions",
    knownParameters.createPortalSession,
    (account, params) => {
      requireParameters(params, "customer");
      const customer = account.get("customer", getTextParameter(params, "customer"));
      return {
        id: `bps_${randomText()}`,
        object: "billing_portal.session",
        configuration: `bpc_${randomText()}`,
        created: account.now(),
        customer: customer.id,
        customer_account: null,
        flow: null,
        livemode: account.isLive,
        locale: null,
        on_behalf_of: null,
        return_url: getTextParameter(params, "return_url") ?? null,
        url: `https://billing.stripe.com/p/session/${randomText()}`,
      };
    },
  ),
];
