import { ink } from "../palette.ts";
import { PersonDrawing, type PersonProps } from "../people.tsx";
import { Room, Window } from "../places.tsx";
import { Glow, Scene } from "../scene.tsx";
import {
  Book,
  Envelope,
  HangingLamp,
  OpenPackage,
  Package,
  Socks,
  TapeGun,
  Tin,
} from "../objects.tsx";

const BUNTING = Array.from({ length: 15 }, (_, index) => index);
const BUNTING_COLORS = [ink.brick, ink.lamp, ink.pine, ink.cream, ink.evening];

/** A string of pennants that sags toward the middle. */
const Bunting = () => (
  <g>
    <path d="M0 16Q720 196 1440 16" fill="none" stroke={ink.woodDark} strokeWidth="5" />
    {BUNTING.map((flag) => {
      const x = 50 + flag * 96;
      const y = 16 + 360 * (x / 1440) * (1 - x / 1440);
      return (
        <path
          key={flag}
          d={`M${x - 30} ${y - 2}h60l-30 64Z`}
          fill={BUNTING_COLORS[flag % BUNTING_COLORS.length]}
        />
      );
    })}
  </g>
);

interface LongTableProps {
  readonly y: number;
  readonly height: number;
}

/** A table that is wider than the picture. */
const LongTable = ({ y, height }: LongTableProps) => (
  <g>
    <path d={`M0 ${y}H1440V${y + height}H0Z`} fill={ink.woodLight} />
    <path d={`M0 ${y + height}H1440v26H0Z`} fill={ink.wood} />
    <path d={`M0 ${y}H1440v5H0Z`} fill="#fff" opacity="0.18" />
    <path d={`M0 ${y + height + 26}H1440v120H0Z`} fill="#000" opacity="0.2" />
  </g>
);

const BACK_ROW: readonly PersonProps[] = [
  {
    at: [160, 516],
    skinColor: "brown",
    hairColor: "gray",
    hasBeard: true,
    top: ink.evening,
    outfit: "cardigan",
    turn: 0.6,
    mood: "talking",
    gaze: [1, 0],
    lean: 3,
    nearArm: { bend: [-20, -20], end: [70, -70], hand: "grip" },
    farArm: { bend: [90, -20], end: [104, -70] },
    heldItem: <Book at={[88, -40]} color={ink.pine} size={0.9} turn={6} />,
  },
  {
    at: [430, 516],
    isMirrored: true,
    skinColor: "tan",
    hairColor: "black",
    haircut: "long",
    top: ink.rose,
    turn: 0.6,
    mood: "laugh",
    gaze: [1, 0],
    tilt: -4,
    nearArm: { bend: [-20, -20], end: [66, -64], hand: "grip" },
    farArm: { bend: [90, -20], end: [104, -60] },
    heldItem: <Tin at={[86, -44]} size={0.9} />,
  },
  {
    at: [760, 516],
    skinColor: "deep",
    hairColor: "black",
    top: ink.lamp,
    outfit: "apron",
    turn: 0.4,
    eyes: "down",
    mood: "smile",
    lean: 3,
    nearArm: { bend: [-20, -20], end: [60, -60], hand: "grip" },
    farArm: { bend: [90, -20], end: [92, -66] },
    heldItem: <Socks at={[74, -34]} size={0.9} color={ink.brick} />,
  },
  {
    at: [1030, 516],
    isMirrored: true,
    skinColor: "fair",
    hairColor: "red",
    haircut: "bun",
    hasGlasses: true,
    top: ink.pine,
    turn: 0.5,
    mood: "smile",
    gaze: [0.9, 0],
    nearArm: { bend: [-90, -48], end: [-40, -10] },
    farArm: { bend: [90, -50], end: [84, -150], hand: "open" },
  },
  {
    at: [1290, 516],
    isMirrored: true,
    skinColor: "tan",
    hairColor: "white",
    haircut: "bob",
    top: ink.brick,
    outfit: "apron",
    turn: 0.5,
    mood: "calm",
    eyes: "down",
    lean: 4,
    tilt: 5,
    nearArm: { bend: [-20, -20], end: [70, -66], hand: "grip" },
    farArm: { bend: [90, -20], end: [104, -56] },
    heldItem: <Envelope at={[88, -50]} size={0.9} />,
  },
];

/** Shows a packing day: neighbors of all ages fill boxes at two long tables under a string of pennants. */
export const PackingDay = () => (
  <Scene width={1440} height={960}>
    <Room width={1440} height={960} floorY={560} />
    <Window at={[290, 400]} width={300} height={240} sky="url(#dawn-sky)" />
    <Window at={[1150, 400]} width={300} height={240} sky="url(#dawn-sky)" />
    <Glow at={[740, 190]} radius={460} strength={0.6} />
    <Bunting />
    <HangingLamp at={[590, 236]} cordLength={240} />
    <HangingLamp at={[894, 236]} cordLength={240} />
    {BACK_ROW.map((person) => (
      <PersonDrawing key={person.at[0]} size={1.14} {...person} />
    ))}
    <LongTable y={492} height={64} />
    <Package at={[54, 540]} size={0.8} />
    <OpenPackage at={[300, 546]} size={0.72}>
      <Tin at={[-40, -110]} color={ink.brick} />
      <Book at={[20, -112]} turn={6} color={ink.evening} />
    </OpenPackage>
    <Tin at={[560, 536]} color={ink.pine} size={0.9} />
    <Tin at={[616, 540]} color={ink.brick} size={0.9} />
    <OpenPackage at={[890, 546]} size={0.72}>
      <Socks at={[-30, -112]} color={ink.pine} />
      <Tin at={[40, -110]} color={ink.evening} />
    </OpenPackage>
    <OpenPackage at={[1160, 546]} size={0.72}>
      <Book at={[-30, -112]} turn={-5} color={ink.brick} />
    </OpenPackage>
    <PersonDrawing
      at={[250, 850]}
      size={1.5}
      skinColor="deep"
      hairColor="black"
      haircut="ponytail"
      top={ink.sage}
      outfit="apron"
      turn={0.6}
      mood="laugh"
      gaze={[1, 0.3]}
      lean={3}
      farArm={{ bend: [90, -20], end: [112, -70] }}
      nearArm={{ bend: [-20, -20], end: [84, -82], hand: "grip" }}
      heldItem={<Socks at={[98, -54]} color={ink.evening} />}
    />
    <PersonDrawing
      at={[640, 858]}
      size={1.24}
      headSize={1.2}
      isMirrored
      skinColor="fair"
      hairColor="sandy"
      top={ink.brick}
      turn={0.6}
      mood="amazed"
      brows="raised"
      gaze={[1, 0.2]}
      farArm={{ bend: [90, -40], end: [84, -76] }}
      nearArm={{ bend: [-20, -20], end: [56, -76], hand: "grip" }}
      heldItem={<Envelope at={[72, -62]} color={ink.linen} size={1.1} turn={-6} />}
    />
    <PersonDrawing
      at={[1040, 850]}
      size={1.54}
      skinColor="brown"
      hairColor="brown"
      hasBeard
      top={ink.slate}
      outfit="apron"
      sleeves="short"
      turn={0.6}
      mood="smile"
      eyes="down"
      lean={4}
      farArm={{ bend: [90, -20], end: [108, -44] }}
      nearArm={{ bend: [-10, -20], end: [70, -78], hand: "grip" }}
      heldItem={<TapeGun at={[74, -78]} size={0.9} />}
    />
    <LongTable y={800} height={90} />
    <path d="M0 916H1440V960H0Z" fill={ink.kraftDeep} />
    <OpenPackage at={[450, 868]} size={1.05}>
      <Tin at={[-50, -110]} color={ink.pine} />
      <Book at={[4, -112]} turn={-5} color={ink.brick} />
      <Tin at={[56, -110]} color={ink.evening} />
    </OpenPackage>
    <Tin at={[90, 862]} color={ink.brick} size={1.2} />
    <Book at={[770, 850]} turn={90} color={ink.pine} size={1.1} />
    <Package at={[1236, 872]} size={1.5} />
  </Scene>
);
