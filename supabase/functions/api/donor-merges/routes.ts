import { donorMergeEndpoints } from "../../_shared/contracts/donor-merges.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { mergeHandlers } from "../merges/handlers.ts";

const donorMerges = mergeHandlers<
  typeof donorMergeEndpoints.mergeDonors,
  typeof donorMergeEndpoints.previewDonorMerge
>("donor");

export default implement(donorMergeEndpoints, {
  previewDonorMerge: donorMerges.preview,
  mergeDonors: donorMerges.merge,
  undoDonorMerge: donorMerges.undo,
  makeDonorMergePermanent: donorMerges.makePermanent,
});
