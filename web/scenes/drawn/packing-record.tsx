import { Glow, Scene } from "../scene.tsx";
import { Lettering } from "../lettering.tsx";
import { ink } from "../palette.ts";
import { PersonDrawing } from "../people.tsx";
import { Quilt } from "../places.tsx";
import {
  HangingLamp,
  OpenPackage,
  Package,
  PackagePile,
  PlacedGroup,
  Socks,
  Tin,
} from "../objects.tsx";

/** The sheet with the count of today's boxes, in a child's handwriting. */
const CountSheet = () => (
  <g>
    <path d="M-58 -108H60V-28H-58Z" fill={ink.cream} />
    <Lettering at={[-33, -44]} size={4} glyphs={[5, 8]} color={ink.brick} pitch={9.4} />
  </g>
);

const BOX_INDEXES = Array.from({ length: 18 }, (_, index) => index);

const CLAPPING_MAN = {
  at: [352, 510],
  size: 1.22,
  skinColor: "fair",
  hairColor: "gray",
  hasBeard: true,
  hasGlasses: true,
  mood: "laugh",
  turn: 0.4,
  gaze: [0.6, 0.6],
  top: ink.pine,
  outfit: "apron",
  lean: -3,
  farArm: { bend: [110, -40], end: [20, -84] },
  nearArm: { bend: [-110, -40], end: [4, -80] },
} as const;

/** The wall of boxes at the end of the morning. */
const BoxWall = () => (
  <g>
    <path d="M0 0H1440V700H0Z" fill={ink.kraftDeep} />
    {BOX_INDEXES.map((box) => (
      <Package
        key={box}
        at={[
          (box % 6) * 266 + 40 + (Math.floor(box / 6) % 2) * 70,
          476 - Math.floor(box / 6) * 176,
        ]}
        width={260}
        height={170}
        hasLabel={false}
      />
    ))}
    <path d="M0 0H1440V700H0Z" fill="#5b3a22" opacity="0.42" />
  </g>
);

/**
 * Shows volunteers who packed fifty-eight boxes before lunch. Two rows of people clap, cheer and laugh, and the tape
 * gun is in two pieces.
 */
export const PackingRecord = () => (
  <Scene width={1440} height={960}>
    <BoxWall />
    <Glow at={[560, 90]} radius={220} strength={0.7} />
    <Glow at={[955, 90]} radius={220} strength={0.7} />
    <HangingLamp at={[560, 84]} size={1.2} />
    <HangingLamp at={[955, 84]} size={1.2} />
    <PersonDrawing {...CLAPPING_MAN} layer="body" />
    <PersonDrawing {...CLAPPING_MAN} layer="arms" />
    <PersonDrawing
      at={[818, 510]}
      size={1.22}
      skinColor="tan"
      hairColor="red"
      haircut="bob"
      mood="laugh"
      eyes="closed"
      turn={0.3}
      top={ink.lamp}
      outfit="apron"
      lean={4}
      tilt={4}
      nearArm={{ bend: [-110, -110], end: [-86, -212], hand: "grip" }}
    />
    <PersonDrawing
      at={[950, 510]}
      size={1.22}
      isMirrored
      skinColor="brown"
      hairColor="black"
      haircut="knit"
      hatColor={ink.evening}
      mood="laugh"
      turn={0.5}
      gaze={[0.8, 0.2]}
      top={ink.rose}
      outfit="apron"
      lean={4}
      tilt={4}
      nearArm={{ bend: [-110, -110], end: [-86, -216], hand: "grip" }}
    />
    <path d="M130 480H1310L1390 580H50Z" fill={ink.woodLight} />
    <path d="M50 580H1390v30H50Z" fill={ink.wood} />
    <path d="M0 610H1440V960H0Z" fill="#7d5a3a" />
    <Package at={[210, 556]} size={0.9} />
    <PackagePile at={[1180, 560]} rows={[2, 1]} size={0.95} />
    <PersonDrawing
      at={[190, 806]}
      size={1.26}
      headSize={1.2}
      skinColor="tan"
      hairColor="brown"
      haircut="pigtails"
      mood="laugh"
      gaze={[0.9, -0.4]}
      turn={0.5}
      top={ink.brick}
      lean={-3}
      farArm={{ bend: [110, -60], end: [58, -58], hand: "grip" }}
      nearArm={{ bend: [-110, -60], end: [-56, -54], hand: "grip" }}
      heldItem={<CountSheet />}
    />
    <PersonDrawing
      at={[575, 846]}
      size={1.62}
      mood="laugh"
      skinColor="deep"
      hairColor="black"
      haircut="curls"
      hasGlasses
      turn={0.3}
      top={ink.evening}
      outfit="apron"
      farArm={{ bend: [110, -140], end: [80, -222], hand: "open" }}
      nearArm={{ bend: [-110, -140], end: [-82, -220], hand: "open" }}
    />
    <PlacedGroup at={[575, 846]} size={1.62}>
      <path
        d="M60 -236C30 -270 0 -276 -20 -262S-50 -250 -72 -240"
        fill="none"
        stroke={ink.linen}
        strokeWidth="9"
      />
      <circle cx="78" cy="-240" r="26" fill={ink.sand} />
      <circle cx="78" cy="-240" r="11" fill={ink.kraftDark} />
      <path d="M-92 -262 -62 -252 -78 -208 -96 -214Z" fill={ink.brick} />
    </PlacedGroup>
    <PersonDrawing
      at={[985, 846]}
      size={1.62}
      isMirrored
      skinColor="fair"
      hairColor="brown"
      mood="laugh"
      gaze={[0.9, -0.4]}
      turn={0.6}
      top={ink.sage}
      outfit="apron"
      lean={-2}
      farArm={{ bend: [-20, -60], end: [64, -52], hand: "grip" }}
      nearArm={{ bend: [-110, -40], end: [22, -72], hand: "grip" }}
      heldItem={<Package at={[8, -46]} width={104} height={66} />}
    />
    <path d="M40 780H1400L1440 830V900H0V830Z" fill={ink.wood} />
    <path d="M40 780H1400L1440 836H0Z" fill={ink.woodLight} />
    <path d="M0 900H1440V960H0Z" fill={ink.woodDark} />
    <g transform="translate(468 836)">
      <Quilt at={[0, 0]} columns={12} rows={2} patchSize={42} />
    </g>
    <Package at={[380, 826]} size={1.3} />
    <Package at={[786, 826]} size={1.3} hasLabel={false} />
    <OpenPackage at={[1240, 826]} size={0.95}>
      <Tin at={[-46, -112]} />
      <Socks at={[16, -112]} />
      <Tin at={[66, -112]} color={ink.brick} />
    </OpenPackage>
  </Scene>
);
