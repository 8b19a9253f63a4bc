import { Glow, Scene } from "../scene.tsx";
import { ink } from "../palette.ts";
import { PersonDrawing } from "../people.tsx";
import { Quilt, Room, Window } from "../places.tsx";
import { Book, Mug, PlacedGroup, Plant, Tin } from "../objects.tsx";

const MAN = {
  at: [410, 800],
  size: 2.4,
  skinColor: "fair",
  hairColor: "gray",
  hasGlasses: true,
  eyes: "down",
  mood: "focused",
  brows: "drawn",
  turn: 0.8,
  top: ink.slate,
  outfit: "cardigan",
  lean: 9,
  tilt: 6,
} as const;
const MANS_FAR_ARM = { bend: [70, -20], end: [86, -80] } as const;
const MANS_NEAR_ARM = { bend: [-60, -10], end: [47, -42], hand: "grip" } as const;

const WOMAN = {
  at: [1084, 800],
  size: 2.3,
  isMirrored: true,
  skinColor: "brown",
  hairColor: "black",
  haircut: "bun",
  mood: "calm",
  gaze: [0.9, 0.7],
  turn: 0.9,
  top: ink.pine,
  sleeves: "short",
  lean: 9,
  tilt: 8,
  farArm: { bend: [120, -130], end: [113, -215], hand: "grip" },
  nearArm: { bend: [-60, -10], end: [50, -28] },
} as const;

const Tube = ({ x, height }: { readonly x: number; readonly height: number }) => (
  <g>
    <path
      d={`M${x - 17} -66v${-height}q0 -18 17 -18t17 18v${height}Z`}
      fill="#ffe2a0"
      opacity="0.9"
    />
    <path
      d={`M${x - 6} -70v${-height}h12v${height}`}
      fill="none"
      stroke="#e58f3c"
      strokeWidth="5"
    />
    <path d={`M${x - 20} -68h40v18h-40Z`} fill={ink.night} />
  </g>
);

/** An old wooden radio seen from behind with its back off, so that the tubes, the coil and the speaker are visible. */
const OpenRadio = () => (
  <g>
    <path d="M-190 0V-190Q-190 -360 0 -360T190 -190V0Z" fill={ink.wood} />
    <path d="M-190 0V-190Q-190 -360 0 -360Q-160 -340 -160 -190V0Z" fill={ink.woodLight} />
    <path d="M-156 -24V-188Q-156 -326 0 -326T156 -188V-24Z" fill="#3b2418" />
    <circle cx="4" cy="-226" r="72" fill={ink.slate} />
    <circle cx="4" cy="-226" r="50" fill={ink.steel} />
    <circle cx="4" cy="-226" r="22" fill={ink.night} />
    <path d="M-140 -50H140V-24H-140Z" fill={ink.steel} />
    <Tube x={-104} height={44} />
    <Tube x={-50} height={28} />
    <path d="M70 -50V-112H128V-50Z" fill={ink.brassDark} />
    <path d="M70 -100h58M70 -88h58M70 -76h58M70 -64h58" stroke={ink.brass} strokeWidth="5" />
    <path
      d="M70 -78Q30 -110 40 -160M-20 -50Q0 -100 -20 -150"
      fill="none"
      stroke={ink.brick}
      strokeWidth="5"
    />
    <path d="M-206 -18H206V8H-206Z" fill={ink.woodDark} />
  </g>
);

/** Shows two people repairing a radio by lamplight at dusk. */
export const RadioRepair = () => (
  <Scene width={1440} height={960}>
    <Room width={1440} height={960} floorY={900} wall="#8d5f4c" />
    <Window at={[250, 470]} width={360} height={400} sky="url(#dawn-sky)">
      <path d="M-180 -110Q-60 -170 60 -120T180 -130V0H-180Z" fill="#5b5f86" />
      <circle cx="70" cy="-170" r="34" fill="#fbe3a6" />
      <path d="M-180 -60Q0 -110 180 -70V0H-180Z" fill={ink.dusk} />
    </Window>
    <Plant at={[150, 466]} size={0.9} />
    <path d="M1090 300H1440v20H1090ZM1090 520H1440v20H1090Z" fill={ink.woodDark} />
    <Tin at={[1290, 300]} size={1.3} color={ink.pine} />
    <Tin at={[1370, 300]} size={1.1} color={ink.brick} />
    <Book at={[1330, 520]} size={1.3} color={ink.evening} />
    <Book at={[1398, 520]} size={1.3} color={ink.pine} turn={4} />
    <Glow at={[716, 380]} radius={560} strength={0.95} />
    <PersonDrawing {...MAN} nearArm={MANS_NEAR_ARM} layer="body" />
    <PersonDrawing {...WOMAN} layer="body" />
    <path d="M0 760H1440V960H0Z" fill={ink.wood} />
    <path d="M0 760H1440v60H0Z" fill={ink.woodLight} />
    <path d="M0 820H1440v10H0Z" fill="#000" opacity="0.18" />
    <g transform="translate(440 768) scale(1 0.55)">
      <Quilt at={[0, 0]} columns={14} rows={2} patchSize={40} />
    </g>
    <PersonDrawing {...MAN} farArm={MANS_FAR_ARM} layer="arms" />
    <PlacedGroup at={[720, 792]} size={1.06}>
      <OpenRadio />
    </PlacedGroup>
    <Mug at={[1240, 800]} size={1.5} color={ink.brick} />
    <g fill={ink.steel}>
      <circle cx="330" cy="796" r="9" />
      <circle cx="362" cy="804" r="7" />
      <path d="M160 782h90v12h-90ZM140 776h26v24h-26Z" />
    </g>
    <PersonDrawing
      {...MAN}
      nearArm={MANS_NEAR_ARM}
      heldItem={
        <g transform="rotate(-9)">
          <path d="M58 -40 112 -68" stroke={ink.steel} strokeWidth="5" />
          <path d="M46 -32 78 -49" stroke={ink.brick} strokeWidth="11" strokeLinecap="round" />
        </g>
      }
      layer="arms"
    />
    <PlacedGroup at={[1084, 800]} size={2.3}>
      <path d="M-184 -128H-116L-74 -12H-226Z" fill="#ffe9b0" opacity="0.28" />
      <path d="M-150 -164V-220" stroke={ink.brassDark} strokeWidth="9" strokeLinecap="round" />
      <path d="M-160 -168H-140L-114 -132H-186Z" fill={ink.pineDark} />
      <path d="M-186 -132H-114L-118 -125H-182Z" fill="#fff3cf" />
    </PlacedGroup>
    <PersonDrawing {...WOMAN} layer="arms" />
    <Glow at={[740, 520]} radius={230} strength={0.5} />
  </Scene>
);
