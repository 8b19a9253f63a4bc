import { ChildDrawing } from "../drawings.tsx";
import { Scene } from "../scene.tsx";
import { ink } from "../palette.ts";
import { PersonDrawing, sittingLegs } from "../people.tsx";
import { Quilt } from "../places.tsx";
import { Letter, Mug, Package } from "../objects.tsx";

/** The tent, with daylight behind the canvas and children's letters on the wall. */
const Tent = () => (
  <g>
    <path d="M0 0H1440V960H0Z" fill="#dcbf85" />
    <path d="M250 150 720 20 1190 150V700H250Z" fill="#f0dcae" />
    <path d="M0 0H700L250 150 0 240Z" fill="#b99a63" />
    <path d="M1440 0H740L1190 150 1440 240Z" fill="#c6a86f" />
    <path d="M0 240 250 150V700L0 800Z" fill="#cfb077" />
    <path d="M1440 240 1190 150V700L1440 800Z" fill="#e0c58c" />
    <path d="M1190 722 1270 740 1400 780 1440 800V846L1100 760Z" fill="#fdf6df" opacity="0.25" />
    <path d="M1270 736V330Q1330 280 1392 330V782Z" fill="#fdf6df" />
    <path d="M1392 326 1424 786 1392 776ZM1270 330 1250 748 1270 752Z" fill="#a98a55" />
    <path d="M250 700H1190L1440 800V960H0V800Z" fill="#a07c52" />
    <path d="M250 700H1190L1214 710H226Z" fill="#000" opacity="0.14" />
    <path d="M250 150V700M1190 150V700" stroke={ink.woodDark} strokeWidth="10" />
    <path d="M250 190Q720 256 1190 190" fill="none" stroke={ink.kraftDeep} strokeWidth="4" />
    <ChildDrawing at={[322, 268]} kind="sun" turn={-3} size={1.12} hasPin />
    <ChildDrawing at={[436, 280]} kind="house" turn={3} size={1.12} paper="#dfe8ee" hasPin />
    <ChildDrawing at={[652, 292]} kind="rainbow" turn={-3} size={1.12} hasPin />
    <ChildDrawing at={[754, 292]} kind="cat" turn={3} size={1.12} paper="#f6e3a9" hasPin />
    <ChildDrawing at={[968, 284]} kind="flower" turn={-2} size={1.12} paper="#e3ecd9" hasPin />
    <ChildDrawing at={[1090, 270]} kind="heart" turn={3} size={1.12} hasPin />
  </g>
);

/** Shows service members drinking coffee by day. One reads a child's letter aloud, and three listen and laugh. */
export const CoffeeInTheTent = () => (
  <Scene width={1440} height={960}>
    <Tent />
    <PersonDrawing
      at={[540, 664]}
      size={1.6}
      skinColor="brown"
      hairColor="black"
      haircut="bun"
      mood="laugh"
      eyes="closed"
      turn={0.7}
      top={ink.oliveDark}
      outfit="uniform"
      tilt={6}
      farArm={{ bend: [110, -50], end: [54, -8] }}
      nearArm={{ bend: [-110, -46], end: [-36, -12] }}
    />
    <PersonDrawing
      at={[866, 660]}
      size={1.66}
      isMirrored
      skinColor="fair"
      hairColor="sandy"
      mood="talking"
      eyes="down"
      brows="raised"
      turn={0.7}
      top={ink.olive}
      outfit="uniform"
      lean={2}
      tilt={8}
      farArm={{ bend: [90, -30], end: [110, -94] }}
      nearArm={{ bend: [-20, -20], end: [62, -72], hand: "grip" }}
      heldItem={<Letter at={[84, -104]} width={78} height={96} turn={-8} hasHeart />}
    />
    <path d="M430 648H1010L1050 706H390Z" fill={ink.woodLight} />
    <path d="M390 706H1050V866H390Z" fill={ink.wood} />
    <path d="M390 756H1050v8H390ZM390 810H1050v8H390Z" fill={ink.woodDark} />
    <path d="M420 706h36v160h-36ZM984 706h36v160h-36Z" fill={ink.woodDark} opacity="0.7" />
    <Mug at={[640, 690]} size={1.15} color={ink.evening} />
    <Mug at={[800, 694]} size={1.15} color={ink.brick} />
    <Package at={[250, 884]} width={190} height={150} hasLabel={false} />
    <PersonDrawing
      at={[266, 714]}
      size={1.62}
      skinColor="deep"
      hairColor="black"
      turn={0.8}
      gaze={[0.9, -0.2]}
      top={ink.oliveLight}
      bottom={ink.olive}
      shoes={ink.kraftDark}
      outfit="uniform"
      legs={sittingLegs}
      lean={4}
      tilt={-2}
      farArm={{ bend: [90, -20], end: [92, -54] }}
      nearArm={{ bend: [-8, -10], end: [66, -54], hand: "grip" }}
      heldItem={<Mug at={[80, -38]} size={0.85} color={ink.pine} />}
    />
    <Package at={[1190, 884]} width={190} height={150} hasLabel={false} />
    <Quilt at={[1100, 726]} columns={6} rows={2} patchSize={30} />
    <PersonDrawing
      at={[1174, 714]}
      size={1.62}
      isMirrored
      skinColor="tan"
      hairColor="brown"
      haircut="knit"
      hatColor={ink.evening}
      turn={0.8}
      mood="amazed"
      brows="raised"
      gaze={[0.9, 0]}
      top={ink.olive}
      bottom={ink.oliveDark}
      shoes={ink.kraftDark}
      outfit="uniform"
      legs={sittingLegs}
      lean={7}
      farArm={{ bend: [90, -20], end: [104, -92], hand: "open" }}
      nearArm={{ bend: [-4, 0], end: [66, -12] }}
    />
  </Scene>
);
