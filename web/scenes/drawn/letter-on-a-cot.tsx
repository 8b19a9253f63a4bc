import type { ReactNode } from "react";
import { ink } from "../palette.ts";
import { PersonDrawing } from "../people.tsx";
import { NightSky, Quilt } from "../places.tsx";
import { Glow, Scene } from "../scene.tsx";
import { Envelope, Lantern, Letter, Mug, OpenPackage, PlacedGroup, Socks } from "../objects.tsx";

/** A child's drawing pinned to the tent. */
const PinnedDrawing = ({
  at,
  turn,
  children,
}: {
  readonly at: readonly [number, number];
  readonly turn: number;
  readonly children: ReactNode;
}) => (
  <PlacedGroup at={at} turn={turn}>
    <path d="M-52 -40H52V40H-52Z" fill={ink.cream} />
    {children}
    <circle cx="0" cy="-34" r="5" fill={ink.brick} />
  </PlacedGroup>
);

const READER = {
  at: [470, 690],
  size: 1.62,
  skinColor: "brown",
  hairColor: "black",
  haircut: "bun",
  eyes: "down",
  mood: "calm",
  turn: 0.6,
  top: ink.sand,
  bottom: ink.olive,
  shoes: ink.cream,
  sleeves: "short",
  lean: -4,
  tilt: 12,
  legs: [
    { bend: [112, -48], end: [170, 4] },
    { bend: [126, -60], end: [196, -2] },
  ],
} as const;

const READERS_NEAR_ARM = { bend: [-10, -20], end: [64, -98], hand: "grip" } as const;

const QuiltOverHerLegs = () => (
  <g>
    <clipPath id="covered-legs">
      <path d="M520 664Q570 626 632 576Q680 544 720 582L810 660Q824 674 818 700L824 790Q788 806 752 790Q716 808 680 792Q640 810 604 792Q572 806 536 790L530 716Q516 690 520 660Z" />
    </clipPath>
    <g clipPath="url(#covered-legs)">
      <Quilt at={[500, 532]} columns={9} rows={8} patchSize={40} turn={-4} />
      <path
        d="M690 550Q676 560 664 610Q650 690 668 720L760 720 820 690V640Z"
        fill="#000"
        opacity="0.1"
      />
      <path d="M500 712H840V730H500Z" fill="#000" opacity="0.14" />
      <path
        d="M604 716Q616 760 604 800L628 800Q634 750 624 716ZM752 716Q760 760 752 800L772 800Q778 750 770 716Z"
        fill="#000"
        opacity="0.1"
      />
    </g>
  </g>
);

/** Shows a deployed service member reading a letter on her cot at night, by lantern light, beside an open package. */
export const LetterOnACot = () => (
  <Scene width={1440} height={960}>
    <path d="M0 0H1440V960H0Z" fill="#6f6a48" />
    <path d="M0 0H720V960H0Z" fill="#000" opacity="0.08" />
    <path
      d="M720 0 700 690M360 0 300 720M1080 0 1140 720"
      stroke="#000"
      strokeWidth="5"
      opacity="0.14"
    />
    <g>
      <clipPath id="door">
        <path d="M1040 130C1120 110 1260 110 1340 130L1380 720H1000Z" />
      </clipPath>
      <g clipPath="url(#door)">
        <g transform="translate(960 60)">
          <NightSky width={460} height={700} count={40} />
        </g>
        <path d="M960 610C1080 560 1260 570 1420 600V760H960Z" fill={ink.night} />
        {/* Placed so that no star shines through the moon's dark part. */}
        <path d="M1224 204a46 46 0 1 0 40 70a52 52 0 0 1 -40 -70Z" fill="#f8e6bd" />
      </g>
      <path
        d="M1040 130C1120 110 1260 110 1340 130L1380 720H1000Z"
        fill="none"
        stroke={ink.oliveDark}
        strokeWidth="16"
      />
    </g>
    <path d="M0 720H1440V960H0Z" fill="#54462f" />
    <PinnedDrawing at={[250, 240]} turn={-5}>
      <circle cx="0" cy="2" r="20" fill={ink.lamp} />
      <path d="M-36 30Q0 16 36 30" stroke={ink.pine} strokeWidth="7" fill="none" />
    </PinnedDrawing>
    <PinnedDrawing at={[386, 204]} turn={4}>
      <path d="M-26 24V-2L0 -22 26 -2V24Z" fill={ink.brick} />
      <path d="M-8 24V6H8V24Z" fill={ink.cream} />
    </PinnedDrawing>
    <PinnedDrawing at={[318, 352]} turn={3}>
      <path
        d="M-36 20Q-14 -30 6 8T36 -14"
        stroke={ink.evening}
        strokeWidth="8"
        fill="none"
        strokeLinecap="round"
      />
    </PinnedDrawing>
    <path d="M620 0V150" stroke={ink.oliveDark} strokeWidth="5" />
    <Glow at={[620, 230]} radius={620} strength={0.95} />
    <Lantern at={[620, 282]} size={1.4} />

    <path
      d="M150 742V860M1010 742V860M330 742 250 860M830 742 910 860"
      stroke={ink.oliveDark}
      strokeWidth="16"
      strokeLinecap="round"
    />
    <path d="M110 700H1050Q1066 700 1066 724T1050 750H110Q94 750 94 724T110 700Z" fill={ink.sand} />
    <path d="M110 728H1060V750H110Z" fill="#000" opacity="0.14" />
    <path d="M120 640Q112 600 190 606L280 616Q318 622 312 664L308 702H124Z" fill={ink.cream} />
    <PersonDrawing {...READER} nearArm={READERS_NEAR_ARM} layer="body" />
    <QuiltOverHerLegs />
    <PersonDrawing {...READER} farArm={{ bend: [80, -40], end: [108, -116] }} layer="arms" />
    <PersonDrawing
      {...READER}
      nearArm={READERS_NEAR_ARM}
      heldItem={<Letter at={[92, -132]} turn={8} width={72} height={92} hasHeart />}
      layer="arms"
    />
    <OpenPackage at={[1130, 896]} size={1.25}>
      <Socks at={[-50, -112]} turn={-8} color={ink.pine} />
      <Socks at={[-8, -108]} turn={4} color={ink.brick} />
      <Envelope at={[46, -112]} turn={10} />
    </OpenPackage>
    <Mug at={[250, 876]} size={1.2} color={ink.brick} />
    <path d="M200 876H310V890H200Z" fill={ink.kraftDark} />
    <path d="M0 760H1440V960H0Z" fill="url(#shade)" opacity="0.6" />
  </Scene>
);
