import { runInTerminal } from "../../local/terminal.ts";

/** Starts a stack in its own process, so that it can be killed as `npm start` can. */
await runInTerminal("none", JSON.parse(process.env.FUNCTION_ENVIRONMENT ?? "{}"));
