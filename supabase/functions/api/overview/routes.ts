import { overviewEndpoints } from "../../_shared/contracts/overview.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { readOverview } from "./queries.ts";

export default implement(overviewEndpoints, {
  getOverview: ({ asAdminReader }) => asAdminReader(readOverview),
});
