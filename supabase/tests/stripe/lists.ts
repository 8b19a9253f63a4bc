import { branchOf, integerOf, type Params, textParameter, textsOf, type Value } from "./forms.ts";
import { missing } from "./api-error.ts";
import type { Kind, Objects, World } from "./world.ts";

type Loose = Record<string, unknown>;
type Filter = (object: Loose, wanted: string) => boolean;

const field =
  (name: string): Filter =>
  (object, wanted) =>
    object[name] === wanted;

const filters: Readonly<Record<string, Filter>> = {
  charge: field("charge"),
  customer: field("customer"),
  email: field("email"),
  invoice: field("invoice"),
  payment_intent: field("payment_intent"),
  type: field("type"),
  // By default, a list of subscriptions leaves out those that have ended.
  status: (object, wanted) =>
    wanted === "all" ||
    object["status"] === wanted ||
    (wanted === "ended" && ["canceled", "incomplete_expired"].includes(String(object["status"]))),
  subscription: (object, wanted) => JSON.stringify(object["parent"]).includes(`"${wanted}"`),
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
  const remaining = { ...params };
  if (kind === "subscription" && remaining["status"] === undefined) {
    remaining["status"] = "not ended";
  }
  const matching = world.all(kind).filter((object) => isWanted(object, remaining));
  const limit = integerOf(params, "limit") ?? 10;
  const from = startOf(matching, params, limit);
  const data = matching.slice(from, from + limit);
  return { object: "list", data, has_more: from + limit < matching.length, url };
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
    const wanted = textParameter(params, name);
    if (wanted === undefined) return true;
    if (wanted === "not ended") return !filter(loose, "ended");
    return filter(loose, wanted);
  });
}

function startOf(matching: readonly Objects[Kind][], params: Params, limit: number): number {
  const [after, before] = [
    textParameter(params, "starting_after"),
    textParameter(params, "ending_before"),
  ];
  const cursor = after ?? before;
  if (cursor === undefined) return 0;
  const index = matching.findIndex(({ id }) => id === cursor);
  if (index === -1) throw missing("object", cursor);
  return after === undefined ? Math.max(0, index - limit) : index + 1;
}
