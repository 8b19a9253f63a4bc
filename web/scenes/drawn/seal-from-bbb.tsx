import { ink } from "../palette.ts";
import { Seal } from "../seal.tsx";

export const SealFromBbb = () => <Seal color={ink.evening} rim={ink.dusk} />;
