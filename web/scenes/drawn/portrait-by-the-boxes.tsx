import { hair, ink, skin } from "../palette.ts";
import { Portrait, PortraitArm } from "../portrait.tsx";
import { PackagePile } from "../objects.tsx";

const SLEEVES = { clothColor: ink.pine, skinColor: skin.fair, sleeves: "long" } as const;

const Clipboard = () => (
  <g transform="translate(280 446) rotate(7)">
    <path d="M-66 -98H66V80H-66Z" fill={ink.woodDark} />
    <path d="M-56 -84H56V80H-56Z" fill={ink.cream} />
    <path d="M-24 -108H24V-86H-24Z" fill={ink.steel} />
    <path
      d="M-40 -58l7 8 12 -16M-40 -28l7 8 12 -16M-8 -56H40M-8 -26H30"
      fill="none"
      stroke={ink.slate}
      strokeWidth="6"
    />
  </g>
);

/** Shows the warehouse manager with her packing list in front of a wall of boxes. */
export const PortraitByTheBoxes = () => (
  <Portrait
    skinColor={skin.fair}
    hairColor={hair.gray}
    haircut="bob"
    hasGlasses
    turn={0.2}
    tilt={-4}
    at={[226, 226]}
    background={
      <>
        <path d="M0 0H480V480H0Z" fill={ink.wall} />
        <PackagePile at={[90, 480]} rows={[2, 2, 2]} size={1.7} />
        <PackagePile at={[410, 480]} rows={[2, 1]} size={1.7} />
      </>
    }
    body={
      <>
        <path
          d="M74 480C72 384 92 318 172 292Q226 266 282 292C362 318 384 384 382 480Z"
          fill={ink.pine}
        />
        <path
          d="M150 480C142 400 150 350 196 284Q118 306 86 372L74 480Z"
          fill="#000"
          opacity="0.1"
        />
        <path
          d="M188 276 226 318 204 338 176 290ZM264 276 226 318 248 338 276 290Z"
          fill={ink.pineDark}
        />
        <path d="M372 480C366 420 356 380 338 352Q352 410 350 480Z" fill="#000" opacity="0.16" />
        <path d="M160 372H296L314 480H142Z" fill={ink.linen} />
        <path d="M168 374 184 286M288 374 270 286" stroke={ink.linen} strokeWidth="15" />
      </>
    }
  >
    <Clipboard />
    <PortraitArm
      {...SLEEVES}
      from={[-63, 178]}
      limb={{ bend: [-90, 240], end: [-16, 222], hand: "grip" }}
    />
  </Portrait>
);
