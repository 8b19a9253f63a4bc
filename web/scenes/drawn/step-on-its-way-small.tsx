import { ink } from "../palette.ts";
import { SmallStep, Van } from "../steps.tsx";

/** The third step of a box, small: a van carries it through the dawn. */
export const StepOnItsWaySmall = () => (
  <SmallStep wall="url(#dawn-sky)">
    <circle cx="222" cy="92" r="34" fill="#fff0c4" />
    <path d="M0 150Q80 104 160 140T288 130V288H0Z" fill={ink.haze} />
    <path d="M0 184Q120 150 288 176V288H0Z" fill={ink.pine} />
    <path d="M0 226H288V288H0Z" fill={ink.slate} />
    <path d="M16 262H76M120 262H180M224 262H284" stroke={ink.sand} strokeWidth="7" />
    <Van at={[140, 246]} size={0.6} />
  </SmallStep>
);
