import { printedPaperEndpoints } from "../../_shared/contracts/printed-papers.ts";
import { implement, requireNoun } from "../../_shared/http/handlers.ts";
import { findLetterTemplate, recordPrintedPapers } from "./queries.ts";
import { createPapers } from "./create-papers.ts";

const requireLetter = requireNoun("letter");

export default implement(printedPaperEndpoints, {
  createPapers: (call) => createPapers(call, call.query),
  recordPrintedPapers: ({ asCaller, body, once }) =>
    asCaller((sql) =>
      once(sql, async () => {
        const { letterId } = body;
        const letter =
          letterId === undefined
            ? undefined
            : requireLetter(await findLetterTemplate(sql, letterId));
        return { recorded: await recordPrintedPapers(sql, body, letter?.name) };
      }),
    ),
});
