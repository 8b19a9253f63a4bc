import { createRefund } from "./after-charges.ts";
import { createInvalidRequestError } from "./api-error.ts";
import { getMetadataParameter, type Params, getTextParameter } from "./forms.ts";
import { cancelIntent, confirmIntent, createIntent, updateIntent } from "./intents.ts";
import { listPage } from "./lists.ts";
import { addCustomer } from "./objects/billing.ts";
import { knownParameters, requireParameters, type ParameterTree } from "./parameters.ts";
import {
  cancelSubscription,
  createPrice,
  createProduct,
  createSubscription,
  updateProduct,
  updateSubscription,
} from "./subscriptions.ts";
import { type StripeObjectKind, createRandomText, type AccountDouble } from "./account.ts";

export interface Operation {
  readonly method: string;
  readonly path: RegExp;
  readonly parameters: ParameterTree;
  readonly requiredParameters: readonly string[];
  /** Whether browsers may call the operation, with the publishable key and the intent's client secret. */
  readonly allowsPublishableKey: boolean;
  readonly run: (account: AccountDouble, params: Params, id: string) => object;
}

type RunOperation = Operation["run"];

const createOperation = (
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

const createReadOperations = (path: string, kind: StripeObjectKind, tree: object): Operation[] => [
  createOperation(`GET ${path}`, tree, (account, params) => listPage(account, kind, params, path)),
  createOperation(`GET ${path}/:id`, knownParameters.retrieve, (account, _, id) =>
    account.get(kind, id),
  ),
];

/** A client secret gives access only to its own intent. */
const authorizeIntent = (account: AccountDouble, params: Params, id: string) => {
  const intent = account.get("payment_intent", id);
  const secret = getTextParameter(params, "client_secret");
  if (secret !== undefined && secret !== intent.client_secret) {
    throw createInvalidRequestError("The client_secret provided does not match.", {
      param: "client_secret",
    });
  }
  return intent;
};

const intentsPath = "/v1/payment_intents";
const subscriptionsPath = "/v1/subscriptions";

/** The API's paths that the double supports. Any other path is refused. */
export const operations: readonly Operation[] = [
  createOperation(`POST ${intentsPath}`, knownParameters.createIntent, createIntent, [
    "amount",
    "currency",
  ]),
  createOperation(
    `GET ${intentsPath}/:id`,
    { ...knownParameters.retrieveIntent, key: "text" },
    (account, params, id) => authorizeIntent(account, params, id),
    [],
    true,
  ),
  createOperation(`POST ${intentsPath}/:id`, knownParameters.updateIntent, (account, params, id) =>
    updateIntent(account.get("payment_intent", id), params),
  ),
  createOperation(
    `POST ${intentsPath}/:id/confirm`,
    knownParameters.confirmIntent,
    (account, params, id) => confirmIntent(account, authorizeIntent(account, params, id), params),
    [],
    true,
  ),
  createOperation(
    `POST ${intentsPath}/:id/cancel`,
    knownParameters.cancelIntent,
    (account, params, id) => cancelIntent(account, account.get("payment_intent", id), params),
  ),
  createOperation(`GET ${intentsPath}`, knownParameters.listIntents, (account, params) =>
    listPage(account, "payment_intent", params, intentsPath),
  ),
  ...createReadOperations("/v1/charges", "charge", knownParameters.listCharges),
  createOperation("POST /v1/customers", knownParameters.createCustomer, (account, params) => {
    const customer = addCustomer(account, {
      email: getTextParameter(params, "email"),
      name: getTextParameter(params, "name"),
      description: getTextParameter(params, "description"),
      metadata: getMetadataParameter(params),
    });
    account.emit("customer.created", customer);
    return customer;
  }),
  createOperation(
    "POST /v1/customers/:id",
    knownParameters.updateCustomer,
    (account, params, id) => {
      const customer = account.get("customer", id);
      customer.email = getTextParameter(params, "email") ?? customer.email;
      customer.name = getTextParameter(params, "name") ?? customer.name ?? null;
      Object.assign(customer.metadata, getMetadataParameter(params));
      account.emit("customer.updated", customer);
      return customer;
    },
  ),
  ...createReadOperations("/v1/customers", "customer", knownParameters.listCustomers),
  createOperation("POST /v1/products", knownParameters.createProduct, createProduct, ["name"]),
  createOperation("POST /v1/products/:id", knownParameters.updateProduct, (account, params, id) =>
    updateProduct(account.get("product", id), params),
  ),
  createOperation("GET /v1/products/:id", knownParameters.retrieve, (account, _, id) =>
    account.get("product", id),
  ),
  createOperation("POST /v1/prices", knownParameters.createPrice, createPrice, ["currency"]),
  createOperation(
    `POST ${subscriptionsPath}`,
    knownParameters.createSubscription,
    createSubscription,
  ),
  createOperation(
    `POST ${subscriptionsPath}/:id`,
    knownParameters.updateSubscription,
    (account, params, id) => updateSubscription(account, account.get("subscription", id), params),
  ),
  createOperation(
    `DELETE ${subscriptionsPath}/:id`,
    knownParameters.cancelSubscription,
    (account, _, id) => cancelSubscription(account, account.get("subscription", id)),
  ),
  ...createReadOperations(subscriptionsPath, "subscription", knownParameters.listSubscriptions),
  ...createReadOperations("/v1/invoices", "invoice", knownParameters.listInvoices),
  ...createReadOperations(
    "/v1/invoice_payments",
    "invoice_payment",
    knownParameters.listInvoicePayments,
  ),
  createOperation("POST /v1/refunds", knownParameters.createRefund, createRefund),
  ...createReadOperations("/v1/refunds", "refund", knownParameters.listRefunds),
  ...createReadOperations("/v1/disputes", "dispute", knownParameters.listDisputes),
  ...createReadOperations("/v1/events", "event", knownParameters.listEvents),
  ...createReadOperations(
    "/v1/radar/early_fraud_warnings",
    "radar.early_fraud_warning",
    knownParameters.listWarnings,
  ),
  createOperation(
    "POST /v1/billing_portal/sessions",
    knownParameters.createPortalSession,
    (account, params) => {
      requireParameters(params, "customer");
      const customer = account.get("customer", getTextParameter(params, "customer"));
      return {
        id: `bps_${createRandomText()}`,
        object: "billing_portal.session",
        configuration: `bpc_${createRandomText()}`,
        created: account.now(),
        customer: customer.id,
        customer_account: null,
        flow: null,
        livemode: account.isLive,
        locale: null,
        on_behalf_of: null,
        return_url: getTextParameter(params, "return_url") ?? null,
        url: `https://billing.stripe.com/p/session/${createRandomText()}`,
      };
    },
  ),
];
