import { ownDetailEndpoints } from "../../_shared/contracts/own-details.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { changeOwnDetails, readOwnDetails } from "./queries.ts";

export default implement(ownDetailEndpoints, {
  readOwnDetails: ({ asCaller }) => asCaller(readOwnDetails),
  updateOwnDetails: ({ asCaller, body: { updatedAt, ...changes } }) =>
    asCaller((sql) => changeOwnDetails(sql, changes, updatedAt)),
});
