import { homeEndpoints } from "../../_shared/contracts/home.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { choosePaymentProvider } from "../../_shared/http/services.ts";
import { readHome } from "./queries.ts";

export default implement(homeEndpoints, {
  getHome: async ({ asCaller, services }) => ({
    ...(await asCaller(readHome)),
    paymentProvider: choosePaymentProvider(services),
  }),
});
