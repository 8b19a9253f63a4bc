import { Glow, Scene } from "../scene.tsx";
import { ink } from "../palette.ts";
import { PersonDrawing } from "../people.tsx";
import { Quilt } from "../places.tsx";
import { HangingLamp, OpenPackage, Package, PlacedGroup, Socks, Tin } from "../things.tsx";

const CHEERING_POSE = {
  mood: "laugh",
  farArm: { bend: [110, -140], end: [80, -222], hand: "open" },
  nearArm: { bend: [-110, -140], end: [-82, -220], hand: "open" },
} as const;

const BOX_INDEXES = Array.from({ length: 18 }, (_, index) => index);

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

/** Fifty-eight boxes before lunch: two rows of people cheer, and the tape gun is in two pieces. */
export const PackingRecord = () => (
  <Scene width={1440} height={960}>
    <BoxWall />
    <Glow at={[560, 90]} radius={220} strength={0.7} />
    <Glow at={[955, 90]} radius={220} strength={0.7} />
    <HangingLamp at={[560, 84]} size={1.2} />
    <HangingLamp at={[955, 84]} size={1.2} />
    <PersonDrawing
      {...CHEERING_POSE}
      at={[370, 510]}
      size={1.22}
      skinColor="fair"
      hairColor="gray"
      hasBeard
      hasGlasses
      mood="smile"
      turn={0.4}
      gaze={[0.6, 0.6]}
      top={ink.pine}
      outfit="apron"
      lean={-3}
    />
    <PersonDrawing
      {...CHEERING_POSE}
      at={[760, 510]}
      size={1.22}
      skinColor="tan"
      hairColor="red"
      haircut="bob"
      eyes="closed"
      turn={-0.2}
      top={ink.lamp}
      outfit="apron"
    />
    <PersonDrawing
      {...CHEERING_POSE}
      at={[1160, 510]}
      size={1.22}
      isMirrored
      skinColor="brown"
      hairColor="black"
      haircut="knit"
      hatColor={ink.evening}
      turn={0.5}
      gaze={[0.8, 0.6]}
      top={ink.rose}
      outfit="apron"
      lean={-3}
    />
    <path d="M130 480H1310L1390 580H50Z" fill={ink.woodLight} />
    <path d="M50 580H1390v30H50Z" fill={ink.wood} />
    <path d="M0 610H1440V960H0Z" fill="#7d5a3a" />
    <Package at={[210, 556]} size={0.9} />
    <Package at={[560, 556]} size={0.9} hasLabel={false} />
    <Package at={[950, 556]} size={0.9} />
    <PersonDrawing
      {...CHEERING_POSE}
      at={[190, 850]}
      size={1.4}
      headSize={1.2}
      skinColor="tan"
      hairColor="brown"
      haircut="pigtails"
      mood="amazed"
      brows="raised"
      gaze={[0.9, -0.5]}
      turn={0.5}
      top={ink.brick}
      lean={-3}
    />
    <PersonDrawing
      {...CHEERING_POSE}
      at={[575, 846]}
      size={1.62}
      skinColor="deep"
      hairColor="black"
      haircut="curls"
      hasGlasses
      turn={0.3}
      top={ink.evening}
      outfit="apron"
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
      {...CHEERING_POSE}
      at={[985, 846]}
      size={1.62}
      isMirrored
      skinColor="fair"
      hairColor="sandy"
      gaze={[0.9, -0.4]}
      turn={0.6}
      top={ink.sage}
      outfit="apron"
      lean={-2}
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
