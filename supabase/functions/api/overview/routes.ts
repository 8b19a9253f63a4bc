import { overviewEndpoints } from "../../_shared/contracts/overview.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { readOverview } from "./queries.ts";

export default implement(overviewEndpoints, {
  getOverview: async ({ asAdminReader, services: { environment } }) => {
    const overview = await asAdminReader(readOverview);
    const hasMailTransport = environment.MAIL_TRANSPORT !== undefined;
    return { ...overview, setup: overview.setup && { ...overview.setup, hasMailTransport } };
  },
});
