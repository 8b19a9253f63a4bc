import { overviewEndpoints } from "../../_shared/contracts/overview.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { readOverview } from "../queries/overview.ts";

export const overviewHandlers = implement(overviewEndpoints, {
  getOverview: ({ asAdminReader }) => asAdminReader(readOverview),
});
