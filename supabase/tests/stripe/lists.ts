import { branchOf, integerOf, type Params, textParameter, textsOf, type Value } from "./forms.ts";
import { missingResource } from "./api-error.ts";
import type { Kind, Objects, World } from "./world.ts";

type Loose = Record<string, unknown>;
type Filter = (object: Loose, value: string) => boolean;

const field =
  (name: string): Filter =>
  (object, value) =>
    object[name] === value;

const filters: Readonly<Record<string, Filter>> = {
  charge: field("charge"),
  customer: field("customer"),
  email: field("email"),
  invoice: field("invoice"),
  payment_intent: field("payment_intent"),
  type: field("type"),
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

function isWithin(created: number, range: Value | undefined): boolean {
  if (range === undefined) return true;
  if (typeof range === "string") return created === Number(range);
  return Object.entries(range).every(
    ([name, bound]) => comparisons[name]?.(created, Number(bound)) === true,
  );
}

/** Returns one page, newest first. */
export function listPage(world: World, kind: Kind, params: Params, url: string) {
  const requested = { ...params };
  if (kind === "subscription" && requested["status"] === undefined) {
    requested["status"] = "not ended";
  }
  const matchingObjects = world.all(kind).filter((object) => isWanted(object, requested));
  const limit = integerOf(params, "limit") ?? 10;
  const from = startOf(matchingObjects, params, limit);
  const data = matchingObjects.slice(from, from + limit);
  return { object: "list", data, has_more: from + limit < matchingObjects.length, url };
}

function isWanted(object: Objects[Kind], params: Params): boolean {
  const loose = object as unknown as Loose;
  if (!isWithin(object.created, params["created"])) return false;
  const types = textsOf(params, "types");
  if (types.length > 0 && !types.includes(String(loose["type"]))) return false;
  const intent = textParameter(branchOf(params, "payment"), "payment_intent");
  if (intent !== undefined && !JSON.stringify(loose["payment"]).includes(`"${intent}"`))
    return false;
  return Object.entries(filters).every(([name, filter]) => {
    const value = textParameter(params, name);
    if (value === undefined) return true;
    if (value === "not ended") return !filter(loose, "ended");
    return filter(loose, value);
  });
}

function startOf(matchingObjects: readonly Objects[Kind][], params: Params, limit: number): number {
  const [after, before] = [
    textParameter(params, "starting_after"),
    textParameter(params, "ending_before"),
  ];
  const cursor = after ?? before;
  if (cursor === undefined) return 0;
  const index = matchingObjects.findIndex(({ id }) => id === cursor);
  if (index === -1) throw missingResource("object", cursor);
  return after === undefined ? Math.max(0, index - limit) : index + 1;
}
