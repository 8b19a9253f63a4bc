import { ink } from "../palette.ts";
import { Seal } from "../seal.tsx";

export const SealFromCharityNavigator = () => <Seal color={ink.pine} rim={ink.pineDark} />;
