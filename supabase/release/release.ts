import { catalog } from "../functions/_shared/contracts/catalog.ts";
import { projectRoot } from "../local/machine/paths.ts";
import { exitWith } from "../local/terminal.ts";
import { createOperationContracts } from "./contract.ts";
import { cutRelease } from "./cut-release.ts";

/* `npm run release -- 1.0.0` writes everything that a release records. It doesn't commit, tag or deploy anything. */

const version = process.argv[2] ?? "";
const day = new Date().toISOString().slice(0, 10);

await cutRelease(projectRoot, {
  version,
  day,
  operations: createOperationContracts(catalog),
}).catch(exitWith);
console.log(
  `Wrote version ${version}. Commit the changes, tag the commit v${version}, and follow docs/operate/upgrade.md.`,
);
