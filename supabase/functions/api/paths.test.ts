import { expect, it } from "vitest";
import type { EndpointDefinition } from "../_shared/contracts/endpoint.ts";

type Endpoints = Readonly<Record<string, EndpointDefinition>>;

/** The contracts are read from their folder, and not from the catalog, because the catalog is written here. */
const contracts = Object.entries(
  import.meta.glob<object>(
    ["../_shared/contracts/*.ts", "!**/*.test.ts", "!**/catalog.ts", "!**/nouns.ts"],
    { eager: true },
  ),
).flatMap(([path, module]) => {
  const file = path.slice(path.lastIndexOf("/") + 1, -".ts".length);
  return Object.entries(module as Readonly<Record<string, unknown>>)
    .filter(([name, value]) => name.endsWith("Endpoints") && typeof value !== "function")
    .map(([exportedName, endpoints]) => ({
      file,
      noun: file.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
      exportedName,
      endpoints: endpoints as Endpoints,
    }));
});

/** The edge functions whose handlers aren't in `api`. */
const otherFunctions = new Set(
  Object.keys(import.meta.glob("../*/routes.ts")).map((path) => path.split("/")[1]),
);
const toRoutesFile = (file: string) =>
  otherFunctions.has(file) ? `../${file}/routes.ts` : `./${file}/routes.ts`;

const nounsByPath = Map.groupBy(
  contracts.flatMap(({ noun, endpoints }) =>
    Object.values(endpoints).map(({ path }) => ({ path, noun })),
  ),
  ({ path }) => path,
);
const nouns = [...nounsByPath]
  .map(([path, places]) => [path, [...new Set(places.map(({ noun }) => noun))]] as const)
  .toSorted(([left], [right]) => (left < right ? -1 : 1));

it("every contract has one set of endpoints", () => {
  const files = contracts.map(({ file }) => file);
  expect(files.filter((file, index) => files.indexOf(file) !== index)).toEqual([]);
  expect(files.length).toBeGreaterThan(60);
});

it("every path belongs to one noun", () => {
  expect(nouns.filter(([, owners]) => owners.length > 1)).toEqual([]);
});

it("nouns.ts has every contract (`npm run gen:paths` writes it)", async () => {
  const imports = contracts.map(
    ({ exportedName, file }) => `import { ${exportedName} } from "./${file}.ts";\n`,
  );
  const lines = contracts.map(({ noun, exportedName }) => `  ${noun}: ${exportedName},\n`);
  await expect(`import type { EndpointDefinition } from "./endpoint.ts";
${imports.join("")}
/** Every endpoint of the server, grouped by resource. Written by \`npm run gen:paths\`. */
export const endpointsByNoun = {
${lines.join("")}} as const satisfies Record<string, Readonly<Record<string, EndpointDefinition>>>;
`).toMatchFileSnapshot("../_shared/contracts/nouns.ts");
});

it("paths.ts has every path of the catalog (`npm run gen:paths` writes it)", async () => {
  const lines = nouns.map(([path, owners]) => `  "${path}": "${owners.join()}",\n`);
  await expect(`import type { endpointsByNoun } from "../_shared/contracts/nouns.ts";

/**
 * The noun of every path, written by \`npm run gen:paths\`. \`api\` looks up the path of a request here
 * to find the contract and handlers to load.
 */
export const nounByPath: Readonly<Record<string, keyof typeof endpointsByNoun>> = {
${lines.join("")}};
`).toMatchFileSnapshot("paths.ts");
});

it("routes.ts has the handlers of every noun (`npm run gen:paths` writes it)", async () => {
  const lines = contracts.map(
    ({ noun, file }) => `  ${noun}: () => import("${toRoutesFile(file)}"),\n`,
  );
  await expect(`import type { endpointsByNoun } from "../_shared/contracts/nouns.ts";
import type { Routes } from "../_shared/http/handlers.ts";

type EndpointsByNoun = typeof endpointsByNoun;

/**
 * The routes of every noun, written by \`npm run gen:paths\`. Each file, with its contract, is imported when it is first
 * needed, to keep cold starts short.
 */
export const routesByNoun: {
  readonly [Noun in keyof EndpointsByNoun]: () => Promise<{
    readonly default: Routes<EndpointsByNoun[Noun]>;
  }>;
} = {
${lines.join("")}};
`).toMatchFileSnapshot("routes.ts");
});
