import { ink } from "../palette.ts";
import { Seal } from "../seal.tsx";

export const SealFromCandid = () => <Seal color={ink.brass} rim={ink.brassDark} />;
