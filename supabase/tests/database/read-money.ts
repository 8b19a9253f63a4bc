import { catalog, type OperationName } from "../../functions/_shared/contracts/catalog.ts";
import type { EndpointDefinition } from "../../functions/_shared/contracts/endpoint.ts";
import { OWNER_AREAS } from "../../functions/_shared/rules/admin-areas.ts";
import { loadHandler, type OperationHandler } from "../handlers.ts";
import { buildJwtClaims, type Person, type Transaction } from "./connection.ts";
import {
  FEE_CENTS,
  getAmount,
  getCardName,
  getCents,
  getFee,
  MONEY_KINDS,
  type MoneyKind,
} from "./money-rows.ts";

interface Reader {
  readonly admin: Person;
  readonly word: string;
  readonly donorId: string;
  /** The link with which the donor reads their own donations. */
  readonly linkId: string;
}

/** Runs `work` in a savepoint as the functions do: with this role, and with the caller's claims. */
const runWith = (
  tx: Transaction,
  role: string,
  claims: object,
  work: (sql: Transaction) => Promise<unknown>,
): Promise<unknown> =>
  tx.savepoint(async (savepoint) => {
    await savepoint`
      select set_config('role', ${role}, true), set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
        set_config('TimeZone', 'UTC', true)`;
    const result = await work(savepoint);
    await savepoint`
      select set_config('role', 'none', true), set_config('request.jwt.claims', '', true)`;
    return result;
  });

const LABELS = ["id", "month", "day", "year", "name", "label", "source", "method", "key"];

/** Returns every number, by its path. Rows are named by what they are about, because new rows move the others. */
function* listNumbers(value: unknown, path = ""): Generator<[string, number]> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const row = item as Record<string, unknown> | null;
      const label = LABELS.find((key) => typeof row === "object" && row?.[key] !== undefined);
      yield* listNumbers(item, `${path}[${label ? String(row?.[label]) : index}]`);
    }
  } else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) yield* listNumbers(item, `${path}.${key}`);
  } else if (path.endsWith(".year")) {
    return;
  } else if (typeof value === "number" || /^-?\d+\.\d\d$/.test(String(value))) {
    yield [path, Number(value)];
  }
}

/** Returns the sums below an exported list, each by its line and column. */
function* listTotals(csv: string): Generator<[string, number]> {
  const [head = "", ...lines] = csv.split("\r\n");
  const headings = head.split(",");
  for (const line of lines) {
    const [label = "", ...cells] = line.split(",");
    if (!/^(Total|Pending|Not |Voided|Refunded)/.test(label)) continue;
    for (const [index, cell] of cells.entries())
      if (/^-?\d+\.\d\d$/.test(cell))
        yield [`.${label.replaceAll(/[\d,]+/g, "#")}, ${headings[index + 1]}`, Number(cell)];
  }
}

/** Names the donations in a difference between two sums: those whose power of two is in it. */
function describeSum(difference: number): string | undefined {
  const cents = Math.round(difference * 100);
  const bits = cents % 10_000;
  if (cents < FEE_CENTS || bits <= 0) return undefined;
  const kinds = MONEY_KINDS.filter((_kind, index) => (bits & (2 ** index)) > 0);
  const lowered = cents - kinds.reduce((sum, kind) => sum + getCents(kind), 0);
  return [...kinds, ...(lowered === 0 ? [] : [`${lowered / 100}`])].join(" ");
}

const listedKinds = (text: string): readonly MoneyKind[] =>
  MONEY_KINDS.filter((kind) => {
    const [dollars = "", cents = ""] = getAmount(kind).split(".");
    const pattern = `(?<![\\d.])1,?${dollars.slice(1)}\\.${cents.replace(/0$/, "0?")}(?![\\d])`;
    return new RegExp(pattern).test(text);
  });

interface MoneyRead {
  readonly text: string;
  readonly numbers: ReadonlyMap<string, number>;
}

/** Returns the query with the donor's filters, as the endpoint would parse it. */
const createQuery = ({ query }: EndpointDefinition, { word, donorId }: Reader): object => {
  const shape = query?.shape ?? {};
  const values = {
    ...("search" in shape && { search: word }),
    ...("donorId" in shape && { donorId }),
    ...("totals" in shape && { totals: "true" }),
  };
  return (query?.parse(values) as object | undefined) ?? {};
};

/** Calls the endpoint's handler in the test's transaction, and returns its response as text. */
async function readEndpoint(tx: Transaction, name: OperationName, reader: Reader): Promise<string> {
  const endpoint = catalog[name] as EndpointDefinition;
  const adminClaims = JSON.parse(buildJwtClaims(reader.admin)) as object;
  const [role, claims, kind] =
    endpoint.access === "public"
      ? (["anon", { role: "anon" }, "anonymous"] as const)
      : endpoint.access === "donor"
        ? (["anon", { role: "anon", donor_link: reader.linkId }, "donor"] as const)
        : (["administrator", adminClaims, "admin"] as const);
  const runIn =
    (ownRole: string, ownClaims: object) => (work: (sql: Transaction) => Promise<unknown>) =>
      runWith(tx, ownRole, ownClaims, work);
  const asAdminReader = runIn("service_role", adminClaims);
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, param = ""]) => param);
  const call = {
    caller: { kind, areas: OWNER_AREAS },
    asCaller: runIn(role, claims),
    asAdminReader,
    asAdminSnapshot: asAdminReader,
    asService: runIn("service_role", { role: "service_role" }),
    query: createQuery(endpoint, reader),
    params: Object.fromEntries(names.map((param) => [param, reader.donorId])),
    headers: new Headers(),
    endpoint,
    services: {
      environment: {},
      database: {
        as: (_: unknown, work: (sql: Transaction) => Promise<unknown>) => runIn(role, claims)(work),
      },
    },
  } as unknown as Parameters<OperationHandler>[0];
  const response = (await (await loadHandler(name))(call)) as { readonly body?: unknown };
  return response?.body instanceof Uint8Array
    ? new TextDecoder().decode(response.body)
    : JSON.stringify(response);
}

/** Reads the endpoints with these names. Leaves out those that need more than the database. */
export async function readMoney(
  tx: Transaction,
  names: readonly OperationName[],
  reader: Reader,
): Promise<ReadonlyMap<string, MoneyRead>> {
  const reads = new Map<string, MoneyRead>();
  for (const name of names) {
    const text = await tx
      .savepoint((savepoint) => readEndpoint(savepoint, name, reader))
      .catch(() => undefined);
    if (text === undefined) continue;
    const isJson = /^[[{]/.test(text);
    const numbers = isJson ? listNumbers(JSON.parse(text)) : listTotals(text);
    reads.set(name, { text, numbers: new Map(numbers) });
  }
  return reads;
}

/** The donations that each response lists, and those in each of its sums, by its path. */
export type ShownMoney = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Says which donations each response lists, and which of them each of its sums has. */
export const compareMoney = (
  before: ReadonlyMap<string, MoneyRead>,
  after: ReadonlyMap<string, MoneyRead>,
): ShownMoney =>
  Object.fromEntries(
    [...after].flatMap(([name, { text, numbers }]) => {
      const earlier = before.get(name);
      const listed = listedKinds(text);
      const sums = [...numbers].flatMap(([path, value]) => {
        const description = describeSum(value - (earlier?.numbers.get(path) ?? 0));
        return description === undefined ||
          MONEY_KINDS.some((kind) => [getAmount(kind), getFee(kind)].map(Number).includes(value))
          ? []
          : [[path.replaceAll(/\[[^\]]*\]/g, "[]"), description] as const];
      });
      const cards = MONEY_KINDS.filter((kind) => new RegExp(`${getCardName(kind)}\\b`).test(text));
      const shown = {
        ...(cards.length > 0 && { cards: cards.join(" ") }),
        ...(listed.length > 0 && { lists: listed.join(" ") }),
        ...Object.fromEntries(sums),
      };
      return Object.keys(shown).length > 0 ? [[name, shown]] : [];
    }),
  );
