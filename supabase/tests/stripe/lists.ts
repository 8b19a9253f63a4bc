import {
  getObjectParameter,
  getIntegerParameter,
  type Params,
  getTextParameter,
  getTextListParameter,
  type ParamValue,
} from "./forms.ts";
import { createMissingResourceError } from "./api-error.ts";
import type { StripeObjectKind, StripeObjects, AccountDouble } from "./account.ts";

type Fields = Record<string, unknown>;
type Filter = (object: Fields, value: string) => boolean;

const createEqualsFilter =
  (name: string): Filter =>
  (object, value) =>
    object[name] === value;

const filters: Readonly<Record<string, Filter>> = {
  charge: createEqualsFilter("charge"),
  customer: createEqualsFilter("customer"),
  email: createEqualsFilter("email"),
  invoice: createEqualsFilter("invoice"),
  payment_intent: createEqualsFilter("payment_intent"),
  type: createEqualsFilter("type"),
  // By default, a list of subscriptions leaves out those that have ended.
  status: (object, value) =>
    value === "all" ||
    object["status"] === value ||
    (value === "ended" && ["canceled", "incomplete_expired"].includes(String(object["status"]))),
  subscription: (object, value) => JSON.stringify(object["parent"]).includes(`"${value}"`),
};

const comparisons: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
  gt: (value, bound) => value > bound,
  gte: (value, bound) => value >= bound,
  lt: (value, bound) => value < bound,
  lte: (value, bound) => value <= bound,
};

function isWithin(created: number, range: ParamValue | undefined): boolean {
  if (range === undefined) return true;
  if (typeof range === "string") return created === Number(range);
  return Object.entries(range).every(
    ([name, bound]) => comparisons[name]?.(created, Number(bound)) === true,
  );
}

/** Returns one page of a list, newest first. */
export function listPage(
  account: AccountDouble,
  kind: StripeObjectKind,
  params: Params,
  url: string,
) {
  const requestedParams = { ...params };
  if (kind === "subscription" && requestedParams["status"] === undefined) {
    requestedParams["status"] = "not ended";
  }
  const matchingObjects = account
    .all(kind)
    .filter((object) => matchesFilters(object, requestedParams));
  const limit = getIntegerParameter(params, "limit") ?? 10;
  const startIndex = findStartIndex(matchingObjects, params, limit);
  const data = matchingObjects.slice(startIndex, startIndex + limit);
  return { object: "list", data, has_more: startIndex + limit < matchingObjects.length, url };
}

function matchesFilters(object: StripeObjects[StripeObjectKind], params: Params): boolean {
  const fields = object as unknown as Fields;
  if (!isWithin(object.created, params["created"])) return false;
  const types = getTextListParameter(params, "types");
  if (types.length > 0 && !types.includes(String(fields["type"]))) return false;
  const intent = getTextParameter(getObjectParameter(params, "payment"), "payment_intent");
  if (intent !== undefined && !JSON.stringify(fields["payment"]).includes(`"${intent}"`))
    return false;
  return Object.entries(filters).every(([name, filter]) => {
    const value = getTextParameter(params, name);
    if (value === undefined) return true;
    if (value === "not ended") return !filter(fields, "ended");
    return filter(fields, value);
  });
}

function findStartIndex(
  matchingObjects: readonly StripeObjects[StripeObjectKind][],
  params: Params,
  limit: number,
): number {
  const [after, before] = [
    getTextParameter(params, "starting_after"),
    getTextParameter(params, "ending_before"),
  ];
  const cursor = after ?? before;
  if (cursor === undefined) return 0;
  const index = matchingObjects.findIndex(({ id }) => id === cursor);
  if (index === -1) throw createMissingResourceError("object", cursor);
  return after === undefined ? Math.max(0, index - limit) : index + 1;
}
