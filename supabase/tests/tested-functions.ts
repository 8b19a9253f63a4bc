import { bundlesFolder, functionsFolder } from "../local/functions/functions.ts";

/** True for `FUNCTIONS_RUNTIME=hosted npm test -- <files>`, which runs the bundles as they run once they are deployed. */
export const isHostedRuntime = process.env["FUNCTIONS_RUNTIME"] === "hosted";

/** The folder of the functions that the tests start. */
export const testedFunctionsFolder = isHostedRuntime ? bundlesFolder : functionsFolder;
