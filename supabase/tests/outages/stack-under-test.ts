import { runInTerminal } from "../../local/terminal.ts";

/** A stack in a process of its own, so that it can be killed as a person's `npm start` can be. */
await runInTerminal("none", JSON.parse(process.env.FUNCTION_ENVIRONMENT ?? "{}"));
