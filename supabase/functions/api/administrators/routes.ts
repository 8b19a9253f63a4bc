import { administratorEndpoints } from "../../_shared/contracts/administrators.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { listOwners } from "./queries.ts";

export default implement(administratorEndpoints, {
  listOwners: ({ asCaller }) => asCaller(listOwners),
});
