import { ChildDrawing } from "../drawings.tsx";
import { hair, ink, skin } from "../palette.ts";
import { Portrait, PortraitArm } from "../portrait.tsx";

const SLEEVES = { clothColor: ink.lamp, skinColor: skin.tan, sleeves: "long" } as const;

/** Shows the secretary of the board, who holds up one of the drawings that came with the letters. */
export const PortraitInTheLetterRoom = () => (
  <Portrait
    skinColor={skin.tan}
    hairColor={hair.chestnut}
    haircut="ponytail"
    turn={0.45}
    mood="talking"
    brows="raised"
    gaze={[0.6, 0.3]}
    tilt={4}
    at={[186, 256]}
    size={1.85}
    lightAt={[390, 60]}
    background={
      <>
        <path d="M0 0H480V480H0Z" fill={ink.rose} />
        <path d="M0 44Q240 92 480 36" fill="none" stroke={ink.cream} strokeWidth="4" />
        <ChildDrawing at={[62, 116]} kind="house" size={1.05} turn={3} hasPin />
        <ChildDrawing at={[202, 124]} kind="rainbow" size={1.05} turn={-2} hasPin />
        <ChildDrawing at={[430, 100]} kind="flower" size={1.05} turn={-4} hasPin />
      </>
    }
    body={
      <>
        <path
          d="M62 480C62 420 72 346 138 318Q186 298 234 318C292 346 300 420 300 480Z"
          fill={ink.lamp}
        />
        <path d="M156 310Q160 296 168 292H204Q212 298 218 310L186 330Z" fill={skin.tan} />
        <path d="M138 480 146 322 162 306Q186 328 212 306L228 322 240 480Z" fill={ink.cream} />
        <path
          d="M146 352H230M144 382H232M142 412H234M141 442H236M140 472H238"
          stroke={ink.evening}
          strokeWidth="9"
        />
        <path
          d="M138 480 146 320 162 302M240 480 228 320 212 302"
          fill="none"
          stroke={ink.brass}
          strokeWidth="9"
        />
        <path d="M84 480C82 430 92 396 104 376Q92 420 98 480Z" fill="#000" opacity="0.16" />
      </>
    }
  >
    <ChildDrawing at={[352, 296]} kind="sun" size={2} turn={5} />
    <PortraitArm
      {...SLEEVES}
      from={[14, 182]}
      limb={{ bend: [40, 250], end: [40, 190], hand: "grip" }}
    />
  </Portrait>
);
