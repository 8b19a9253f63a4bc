import { donorMergeEndpoints } from "../../_shared/contracts/donor-merges.ts";
import { implement, requireFound } from "../../_shared/http/handlers.ts";
import {
  findDonorMerge,
  makeDonorMergePermanent,
  mergeDonors,
  previewDonorMerge,
  undoDonorMerge,
} from "./queries.ts";

export default implement(donorMergeEndpoints, {
  previewDonorMerge: ({ asCaller, query }) => asCaller((sql) => previewDonorMerge(sql, query)),
  mergeDonors: ({ asCaller, body, once }) =>
    asCaller((sql) =>
      once(sql, async () => requireFound(await findDonorMerge(sql, await mergeDonors(sql, body)))),
    ),
  undoDonorMerge: ({ asCaller, params: { id } }) =>
    asCaller(async (sql) => {
      await undoDonorMerge(sql, id);
      return requireFound(await findDonorMerge(sql, id));
    }),
  makeDonorMergePermanent: ({ asCaller, params: { id } }) =>
    asCaller(async (sql) => {
      await makeDonorMergePermanent(sql, id);
      return requireFound(await findDonorMerge(sql, id));
    }),
});
