import { accountabilityEndpoints } from "../../_shared/contracts/accountability.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { readAccountability } from "./queries.ts";

export default implement(accountabilityEndpoints, {
  getAccountability: ({ asCaller }) => asCaller(readAccountability),
});
