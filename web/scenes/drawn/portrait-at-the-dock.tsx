import { hair, ink, skin } from "../palette.ts";
import { Portrait, PortraitArm } from "../portrait.tsx";
import { Package } from "../objects.tsx";

const SLEEVES = { clothColor: ink.slate, skinColor: skin.tan, sleeves: "long" } as const;

/** Shows the man in charge of shipping with a box on his shoulder at the open dock door in the early morning. */
export const PortraitAtTheDock = () => (
  <Portrait
    skinColor={skin.tan}
    hairColor={hair.black}
    haircut="cap"
    hatColor={ink.brick}
    turn={0.5}
    mood="smile"
    gaze={[0.6, 0]}
    at={[266, 262]}
    size={1.9}
    lightAt={[400, 300]}
    background={
      <>
        <path d="M0 0H480V480H0Z" fill={ink.dusk} />
        <path d="M40 60H440V480H40Z" fill="url(#dawn-sky)" />
        <path d="M40 366Q150 330 240 352T440 338V480H40Z" fill={ink.evening} />
        <path d="M40 60H440V86H40ZM40 98H440V106H40ZM40 118H440V126H40Z" fill={ink.steel} />
      </>
    }
    body={
      <>
        <path
          d="M150 480C154 420 138 390 150 348C160 322 204 318 230 308H304C340 318 372 330 382 366C392 410 396 440 398 480Z"
          fill={ink.slate}
        />
        <Package at={[112, 318]} width={190} height={140} turn={-7} />
        <PortraitArm
          {...SLEEVES}
          from={[-38, 176]}
          limb={{ bend: [-90, 230], end: [-74, 150], hand: "grip" }}
        />
        <path
          d="M206 320Q214 292 238 292L268 322 300 292Q318 296 322 322L270 362Z"
          fill={ink.haze}
        />
        <path
          d="M174 330 226 314 254 480H166C170 430 160 380 174 330ZM352 330 312 314 284 480H362C364 430 360 380 352 330Z"
          fill={ink.lamp}
        />
        <path d="M170 402H242L246 424H170ZM362 402H298L294 424H362Z" fill={ink.cream} />
        <path d="M269 350V480" stroke={ink.night} strokeWidth="4" opacity="0.6" />
        <path
          d="M252 338V392M288 338V384"
          stroke={ink.cream}
          strokeWidth="5"
          strokeLinecap="round"
        />
      </>
    }
  />
);
