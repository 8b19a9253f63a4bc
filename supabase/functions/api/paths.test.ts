import { expect, it } from "vitest";
import { endpointsByNoun } from "../_shared/contracts/catalog.ts";
import type { EndpointDefinition } from "../_shared/contracts/endpoint.ts";

const nounsByPath = Map.groupBy(
  Object.entries(endpointsByNoun).flatMap(([noun, endpoints]) =>
    Object.values<EndpointDefinition>(endpoints).map(({ path }) => ({ path, noun })),
  ),
  ({ path }) => path,
);
const nouns = [...nounsByPath]
  .map(([path, places]) => [path, [...new Set(places.map(({ noun }) => noun))]] as const)
  .toSorted(([left], [right]) => (left < right ? -1 : 1));

it("every path belongs to one noun", () => {
  expect(nouns.filter(([, owners]) => owners.length > 1)).toEqual([]);
});

it("paths.ts has every path of the catalog (`npm run gen:paths` writes it)", async () => {
  const lines = nouns.map(([path, owners]) => `  "${path}": "${owners.join()}",\n`);
  await expect(`import type { endpointsByNoun } from "../_shared/contracts/catalog.ts";

/**
 * The noun of every path, written by \`npm run gen:paths\`. \`api\` looks up the path of a request here
 * to find the contract and handlers to load.
 */
export const nounByPath: Readonly<Record<string, keyof typeof endpointsByNoun>> = {
${lines.join("")}};
`).toMatchFileSnapshot("paths.ts");
});
