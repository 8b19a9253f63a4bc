import { hair, ink, skin } from "../palette.ts";
import { Portrait, PortraitArm } from "../portrait.tsx";

const SLEEVES = { clothColor: ink.linen, skinColor: skin.fair, sleeves: "long" } as const;
const SPINE_COLORS = [
  ink.brick,
  ink.evening,
  ink.pine,
  ink.brass,
  ink.slate,
  ink.brickDark,
  ink.olive,
];

const Ledgers = () => (
  <>
    <path d="M0 0H480V480H0Z" fill={ink.woodDark} />
    {[-60, 100, 260].map((top, row) => (
      <g key={top}>
        {Array.from({ length: 11 }, (_, index) => (
          <path
            key={SPINE_COLORS[index % 7]! + String(index > 6)}
            d={`M${8 + index * 43} ${top + ((index * 3 + row) % 4) * 6}h36V${top + 132}h-36Z`}
            fill={SPINE_COLORS[(index * 2 + row) % 7]}
            opacity="0.7"
          />
        ))}
        <path d={`M0 ${top + 132}H480v14H0Z`} fill={ink.kraftDeep} />
      </g>
    ))}
    <path d="M0 0H480V480H0Z" fill={ink.night} opacity="0.35" />
  </>
);

/** Shows the treasurer with an open ledger in front of a shelf of more. */
export const PortraitByTheLedgers = () => (
  <Portrait
    skinColor={skin.fair}
    hairColor={hair.white}
    haircut="bald"
    hasGlasses
    turn={0.2}
    mood="smile"
    brows="raised"
    at={[240, 224]}
    size={2.15}
    lightAt={[60, 330]}
    background={<Ledgers />}
    body={
      <>
        <path
          d="M-10 480C20 392 66 318 166 294Q240 272 314 294C414 318 460 392 490 480Z"
          fill={ink.linen}
        />
        <path d="M130 310 148 480M350 310 332 480" stroke={ink.brick} strokeWidth="24" />
        <path
          d="M200 280 240 316 214 334 186 292ZM280 280 240 316 266 334 294 292Z"
          fill={ink.cream}
        />
        <path d="M240 318 202 300V340ZM240 318 278 300V340Z" fill={ink.pine} />
        <circle cx="240" cy="319" r="9" fill={ink.pineDark} />
        <path d="M240 350V480" stroke="#000" strokeWidth="3" opacity="0.14" />
      </>
    }
  >
    <path
      d="M208 208Q226 192 242 202Q258 192 278 206Q262 218 242 210Q224 220 208 208Z"
      fill={hair.white}
    />
    <path d="M62 480 88 384Q170 366 240 398Q310 366 392 384L418 480Z" fill={ink.brick} />
    <path d="M82 480 102 374Q176 358 240 388Q304 358 378 374L398 480Z" fill={ink.cream} />
    <path d="M240 388V480" stroke="#000" strokeWidth="4" opacity="0.2" />
    <path d="M240 388Q216 378 196 376L190 480H240Z" fill="#000" opacity="0.07" />
    <path
      d="M124 394Q172 388 214 402M120 416Q170 410 212 424M266 402Q308 388 356 394M268 424Q310 410 340 414M150 438Q180 434 212 446M268 446Q300 436 330 438"
      fill="none"
      stroke={ink.haze}
      strokeWidth="5"
      strokeLinecap="round"
    />
    <PortraitArm
      {...SLEEVES}
      from={[-78, 190]}
      limb={{ bend: [-130, 240], end: [-72, 222], hand: "grip" }}
    />
    <PortraitArm
      {...SLEEVES}
      from={[78, 190]}
      limb={{ bend: [130, 240], end: [72, 222], hand: "grip" }}
    />
  </Portrait>
);
