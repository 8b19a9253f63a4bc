import { Heart } from "../objects.tsx";
import { ink, skin } from "../palette.ts";
import { Glow } from "../scene.tsx";
import { SmallStep } from "../steps.tsx";

/** The first step of a box, small: an open hand gives a heart. */
export const StepGivenSmall = () => (
  <SmallStep wall={ink.evening}>
    <Glow at={[150, 110]} radius={170} />
    <Heart at={[150, 112]} size={4.2} />
    <path d="M0 206 70 190 84 260 0 288Z" fill={ink.pine} />
    <path d="M66 188 88 184 102 258 82 264Z" fill={ink.cream} />
    <g fill="none" strokeLinecap="round" strokeLinejoin="round" stroke={skin.brown}>
      <path d="M98 222Q140 238 176 236" strokeWidth="52" />
      <path d="M176 224 250 200M180 238 260 222M176 250 246 242" strokeWidth="22" />
      <path d="M112 212Q138 196 166 204" strokeWidth="22" />
    </g>
    <path d="M186 231 250 215M184 246 246 234" stroke="#000" strokeWidth="4" opacity="0.16" />
    <path d="M126 222Q150 214 172 216" fill="none" stroke="#000" strokeWidth="4" opacity="0.16" />
  </SmallStep>
);
