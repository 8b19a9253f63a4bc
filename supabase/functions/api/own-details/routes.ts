import { ownDetailEndpoints } from "../../_shared/contracts/own-details.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { staleEditError } from "../../_shared/queries/versions.ts";
import { changeOwnDetails, readOwnDetails } from "./queries.ts";

export default implement(ownDetailEndpoints, {
  readOwnDetails: ({ asCaller }) => asCaller(readOwnDetails),

  updateOwnDetails: ({ asCaller, body: { updatedAt, ...changes } }) =>
    asCaller(async (sql) => {
      const isChanged = await changeOwnDetails(sql, changes, updatedAt);
      const current = await readOwnDetails(sql);
      if (isChanged) return current;
      // The history doesn't keep personal details, so every field may have changed. The form compares them.
      throw staleEditError({ savedBy: "Someone", changedFields: Object.keys(current), current });
    }),
});
