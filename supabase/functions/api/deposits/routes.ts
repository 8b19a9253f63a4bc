import { depositEndpoints } from "../../_shared/contracts/deposits.ts";
import { implement, requireNoun } from "../../_shared/http/handlers.ts";
import { shouldRecordDemoMoney } from "../../_shared/http/services.ts";
import { writeHandlers } from "../../_shared/http/write-handlers.ts";
import {
  closeDeposit,
  depositWrites,
  findDeposit,
  listDeposits,
  listUndeposited,
  moveToDeposit,
} from "./queries.ts";

const requireDeposit = requireNoun("deposit");

const { update, remove } = writeHandlers(depositWrites, "open deposit", "Deposit deleted");

export default implement(depositEndpoints, {
  listDeposits: ({ asCaller, query }) => asCaller((sql) => listDeposits(sql, query)),
  getDeposit: async ({ asCaller, params: { id } }) =>
    requireDeposit(await asCaller((sql) => findDeposit(sql, id))),
  listUndepositedDonations: ({ asAdminReader }) => asAdminReader(listUndeposited),
  createDeposit: ({ asCaller, body, once, services }) =>
    asCaller((sql) =>
      once(sql, () => {
        const isDemo = shouldRecordDemoMoney(services);
        return depositWrites.insert(sql, { ...body, isDemo });
      }),
    ),
  updateDeposit: update,
  deleteDeposit: remove,
  closeDeposit: async ({ asCaller, params: { id } }) =>
    asCaller(async (sql) => {
      await closeDeposit(sql, id);
      return requireDeposit(await findDeposit(sql, id));
    }),
  moveToDeposit: ({ asCaller, params: { id }, body: { depositId } }) =>
    asCaller(async (sql) => {
      await moveToDeposit(sql, id, depositId);
      return { message: depositId === null ? "Donation removed" : "Donation added" };
    }),
});
