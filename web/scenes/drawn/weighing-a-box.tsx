import { ink } from "../palette.ts";
import { PersonDrawing } from "../people.tsx";
import { Room, Shelf, Table } from "../places.tsx";
import { Glow, Scene } from "../scene.tsx";
import { HangingLamp, Package, PlacedGroup, Star, Tin } from "../objects.tsx";

/**
 * Shows where the money goes: a package is on the scale, one person reads the weight, and another writes it down.
 */
export const WeighingABox = () => (
  <Scene width={1440} height={960}>
    <Room width={1440} height={960} floorY={740} wall="#2f4f59" floor="#8a6a46" />
    <Shelf at={[90, 740]} width={360} height={560} boardCount={4}>
      {[0, 1, 2].map((board) => (
        <g key={board}>
          <Tin at={[60, -20 - board * 140]} color={ink.brick} />
          <Tin at={[122, -20 - board * 140]} color={ink.evening} />
          <Package at={[246, -20 - board * 140]} size={1.1} />
        </g>
      ))}
    </Shelf>
    <path d="M990 120H1330V420H990Z" fill={ink.woodDark} />
    <path d="M1006 136H1314V404H1006Z" fill={ink.cream} />
    <path d="M1046 360V250h46v110ZM1118 360V300h46v60ZM1190 360V322h46v38Z" fill={ink.evening} />
    <path d="M1046 360V250h46v110Z" fill={ink.brick} />
    <path d="M1030 362H1290" stroke={ink.slate} strokeWidth="5" />
    <Star at={[1266, 180]} size={1} color={ink.brass} />
    <HangingLamp at={[720, 190]} cordLength={190} color={ink.brass} />
    <Glow at={[720, 260]} radius={620} strength={0.9} />

    <PersonDrawing
      at={[440, 660]}
      size={1.5}
      skinColor="brown"
      hairColor="black"
      haircut="bob"
      hasGlasses
      top={ink.rose}
      outfit="cardigan"
      turn={0.7}
      mood="talking"
      gaze={[0.9, 0.6]}
      lean={6}
      tilt={6}
      farArm={{ bend: [90, -40], end: [118, -100] }}
      nearArm={{ bend: [-10, -20], end: [76, -38], hand: "pointing" }}
    />
    <PersonDrawing
      at={[1060, 660]}
      size={1.5}
      isMirrored
      skinColor="fair"
      hairColor="gray"
      hasBeard
      top={ink.pine}
      outfit="apron"
      turn={0.6}
      mood="focused"
      eyes="down"
      lean={3}
      tilt={8}
      farArm={{ bend: [100, -20], end: [112, -16] }}
      nearArm={{ bend: [-18, -10], end: [62, -18], hand: "grip" }}
    />
    <Table at={[720, 660]} width={1160} height={320} />
    <PlacedGroup at={[716, 660]} size={1.5}>
      <path d="M-66 -26H66L78 0H-78Z" fill={ink.slate} />
      <circle cx="0" cy="-14" r="0" />
      <path d="M-14 -46H14V-24H-14Z" fill={ink.steel} />
      <path d="M-92 -54H92V-44H-92Z" fill={ink.steel} />
      <path d="M-34 -22H34V-5H-34Z" fill={ink.cream} />
      <path d="M6 -7 18 -20" stroke={ink.brick} strokeWidth="3" />
    </PlacedGroup>
    <Package at={[716, 580]} size={1.9} />
    <g transform="translate(952 656) rotate(-2)">
      <path d="M-100 -12H100L116 10H-112Z" fill={ink.cream} />
      <path d="M0 -12V10" stroke={ink.sand} strokeWidth="4" />
      <path d="M-80 -4H-14M-84 3H-16M16 -4H80" stroke={ink.slate} strokeWidth="3" />
    </g>
    <path d="M972 640 1000 586" stroke={ink.brass} strokeWidth="9" strokeLinecap="round" />
    <path d="M300 656H420V640H300ZM306 640H426V624H306Z" fill={ink.sand} />
    <path d="M300 656H420V640H300Z" fill={ink.brick} />
    <path d="M0 760H1440V960H0Z" fill="url(#shade)" opacity="0.7" />
  </Scene>
);
