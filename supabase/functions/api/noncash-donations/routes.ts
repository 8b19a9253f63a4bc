import { noncashDonationEndpoints } from "../../_shared/contracts/noncash-donations.ts";
import { implement, requireFound } from "../../_shared/http/handlers.ts";
import { shouldRecordDemoMoney } from "../../_shared/http/services.ts";
import { createPdfResponse, nameFile } from "../../_shared/http/pdf-response.ts";
import { createNoncashText } from "../../_shared/rules/noncash-documents.ts";
import {
  correctNoncashDonation,
  findNoncashDocument,
  findNoncashDonation,
  listNoncashDonations,
  recordNoncashDonation,
  recordStockSale,
  voidNoncashDonation,
} from "./queries.ts";

export default implement(noncashDonationEndpoints, {
  listNoncashDonations: ({ asCaller, query }) =>
    asCaller((sql) => listNoncashDonations(sql, query)),
  recordNoncashDonation: ({ asCaller, body, once, services }) =>
    asCaller((sql) =>
      once(sql, async () => {
        const isDemo = shouldRecordDemoMoney(services);
        const id = await recordNoncashDonation(sql, body, isDemo);
        return requireFound(await findNoncashDonation(sql, id));
      }),
    ),
  recordStockSale: ({ asCaller, params: { id }, body, once }) =>
    asCaller((sql) =>
      once(sql, async () => {
        await recordStockSale(sql, id, body);
        return requireFound(await findNoncashDonation(sql, id));
      }),
    ),
  correctNoncashDonation: ({ asCaller, params: { id }, body, once }) =>
    asCaller((sql) =>
      once(sql, async () =>
        requireFound(await findNoncashDonation(sql, await correctNoncashDonation(sql, id, body))),
      ),
    ),
  voidNoncashDonation: ({ asCaller, params: { id }, body: { reason } }) =>
    asCaller(async (sql) => {
      await voidNoncashDonation(sql, id, reason);
      return requireFound(await findNoncashDonation(sql, id));
    }),
  downloadNoncashLetter: async (call) => {
    const found = await call.asAdminReader((sql) => findNoncashDocument(sql, call.params.id));
    const letter = requireFound(found);
    return createPdfResponse(
      call,
      (thanks) => createNoncashText(letter, thanks),
      nameFile(`letter-${letter.date}`, letter),
    );
  },
});
