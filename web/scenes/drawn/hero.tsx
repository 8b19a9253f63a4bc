import { Glow, Scene } from "../scene.tsx";
import { ink } from "../palette.ts";
import { PersonDrawing } from "../people.tsx";
import { NightSky, Quilt } from "../places.tsx";
import {
  Book,
  Envelope,
  Lantern,
  Letter,
  Mug,
  OpenPackage,
  Package,
  Socks,
  Tin,
} from "../objects.tsx";

/** The feet are hidden, because the box would otherwise seem to stand on them. */
const LEGS_BEHIND_THE_BOX = [
  { bend: [84, 8], end: [115, 92] },
  { bend: [98, 14], end: [120, 98] },
] as const;

/** Shows three service members around a newly opened package by lantern light, at night and far from home. */
export const HeroScene = () => (
  <Scene width={1600} height={900}>
    <NightSky width={1600} height={900} count={80} />
    <path d="M0 640C200 590 380 600 560 622C800 590 1100 560 1600 610V900H0Z" fill="#2b3c66" />
    <path d="M0 700C300 660 520 690 760 676C1080 650 1300 660 1600 690V900H0Z" fill="#1d2b4d" />
    <path d="M0 742C400 716 1100 716 1600 742V900H0Z" fill="#6b5640" />
    <path
      d="M0 742C400 716 1100 716 1600 742V760C1100 734 400 734 0 760Z"
      fill="#000"
      opacity="0.15"
    />
    <g transform="translate(-334 -178) scale(1.2)">
      <path d="M620 300 1000 178 1380 300 1470 772H530Z" fill="#46565a" />
      <path d="M1000 178 1380 300 1470 772H1240Z" fill="#000" opacity="0.16" />
      <path d="M820 262 1000 204 1180 262 1240 772H760Z" fill="#e3ad58" />
      <path
        d="M820 262 760 772 690 772 796 268ZM1180 262 1240 772 1310 772 1204 268Z"
        fill="#6d7c70"
      />
      <path
        d="M530 772 486 790M1470 772 1514 790M620 300 440 720M1380 300 1560 720"
        stroke="#5b6a86"
        strokeWidth="4"
      />
      <Glow at={[1000, 372]} radius={420} strength={0.8} />
      <path d="M1000 204V286" stroke={ink.kraftDeep} strokeWidth="3" />
      <Lantern at={[1000, 364]} size={0.8} />

      <PersonDrawing
        at={[1002, 690]}
        size={1.12}
        skinColor="tan"
        hairColor="brown"
        haircut="knit"
        hatColor={ink.pine}
        turn={-0.4}
        gaze={[-0.8, 0.3]}
        top={ink.oliveDark}
        outfit="uniform"
        tilt={-3}
        farArm={{ bend: [90, -50], end: [44, -10] }}
        nearArm={{ bend: [-90, -50], end: [-44, -12] }}
      />
      <Package at={[1236, 806]} size={1.15} />
      <Package at={[1250, 710]} size={0.9} turn={-2} />
      <PersonDrawing
        at={[1178, 690]}
        isMirrored
        skinColor="deep"
        hairColor="black"
        mood="laugh"
        gaze={[0.8, 0.2]}
        top={ink.olive}
        bottom={ink.oliveDark}
        shoes={ink.kraftDark}
        outfit="uniform"
        legs={LEGS_BEHIND_THE_BOX}
        lean={6}
        tilt={-8}
        farArm={{ bend: [90, -20], end: [80, -54] }}
        nearArm={{ bend: [-10, -20], end: [54, -42], hand: "grip" }}
        heldItem={<Mug at={[66, -34]} size={0.8} color={ink.evening} />}
      />
      <Package at={[792, 806]} size={1.15} hasLabel={false} />
      <Quilt at={[727, 712]} columns={5} rows={2} patchSize={26} />
      <PersonDrawing
        at={[806, 690]}
        skinColor="fair"
        hairColor="red"
        haircut="bun"
        eyes="down"
        mood="talking"
        brows="raised"
        top={ink.oliveLight}
        bottom={ink.olive}
        shoes={ink.kraftDark}
        outfit="uniform"
        legs={LEGS_BEHIND_THE_BOX}
        lean={4}
        tilt={8}
        farArm={{ bend: [90, -40], end: [122, -108] }}
        nearArm={{ bend: [-10, -20], end: [76, -78], hand: "grip" }}
        heldItem={<Letter at={[102, -112]} turn={10} width={70} height={88} hasHeart />}
      />
      <OpenPackage at={[1000, 834]} size={1.02}>
        <Book at={[-60, -116]} turn={-10} color={ink.evening} />
        <Tin at={[-8, -112]} />
        <Socks at={[42, -112]} turn={8} color={ink.pine} />
        <Envelope at={[74, -118]} turn={14} size={0.8} />
      </OpenPackage>
    </g>
    <path d="M0 700H1600V900H0Z" fill="url(#shade)" opacity="0.5" />
  </Scene>
);
