import { bookClosingEndpoints } from "../../_shared/contracts/book-closings.ts";
import { implement, requireFound } from "../../_shared/http/handlers.ts";
import { closeBooks, listBookClosings, listLateEntries } from "./queries.ts";

export default implement(bookClosingEndpoints, {
  listBookClosings: ({ asCaller }) => asCaller(listBookClosings),
  closeBooks: ({ asCaller, body, once }) =>
    asCaller((sql) => once(sql, async () => requireFound(await closeBooks(sql, body)))),
  listLateEntries: ({ asCaller }) => asCaller(listLateEntries),
});
