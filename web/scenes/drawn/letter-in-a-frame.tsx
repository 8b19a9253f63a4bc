import { Scene } from "../scene.tsx";
import { ink } from "../palette.ts";
import { PersonDrawing, uprightLegs } from "../people.tsx";
import { Quilt, Room, Shelf } from "../places.tsx";
import { Heart, Letter, Package, PackagePile, PlacedGroup, Socks } from "../objects.tsx";

const FramedLetter = () => (
  <PlacedGroup at={[812, 300]} turn={-3}>
    <path d="M0 -214 -50 -160M0 -214 50 -160" stroke={ink.kraftDeep} strokeWidth="4" />
    <circle cx="0" cy="-214" r="7" fill={ink.night} />
    <path d="M-122 -148H134V172H-122Z" fill="#000" opacity="0.14" />
    <path d="M-130 -160H130V160H-130Z" fill={ink.brassDark} />
    <path d="M-112 -142H112V142H-112Z" fill={ink.brick} />
    <Letter at={[0, 0]} width={176} height={236} />
    <Heart at={[44, 82]} size={1.2} />
    <path
      d="M-62 92q10 -16 20 0t20 0"
      fill="none"
      stroke={ink.evening}
      strokeWidth="5"
      strokeLinecap="round"
    />
  </PlacedGroup>
);

const StepStool = () => (
  <PlacedGroup at={[470, 900]}>
    <path d="M-92 -128H112V-104H-92ZM-80 -56H100V-36H-80Z" fill={ink.brass} />
    <path d="M-76 -104h20L-70 0h-20ZM76 -104h20L110 0H90Z" fill={ink.brassDark} />
  </PlacedGroup>
);

/** Shows a morning in the warehouse, where the first letter that the charity received is being hung on the wall. */
export const LetterInAFrame = () => (
  <Scene width={1440} height={960}>
    <Room width={1440} height={960} floorY={800} wall="#dfc79b" floor="#a9825a" />
    <path d="M0 0H1440V150H0Z" fill="#000" opacity="0.05" />
    <path d="M0 560H1440V800H0Z" fill={ink.brick} opacity="0.5" />
    <path d="M330 0H700L1080 800H710ZM770 0H900L1280 800H1150Z" fill="#fff6d8" opacity="0.5" />
    <path
      d="M710 800H1080L1150 960H780ZM1150 800H1280L1350 960H1220Z"
      fill="#fff6d8"
      opacity="0.3"
    />
    <Shelf at={[1160, 800]} width={420} height={640} boardCount={3} />
    <PackagePile at={[1330, 780]} rows={[2]} size={1.25} />
    <Package at={[1250, 566]} width={150} height={110} hasLabel={false} />
    <Package at={[1380, 566]} width={90} height={150} hasLabel={false} />
    <PackagePile at={[1330, 352]} rows={[2]} size={1.25} />
    <Quilt at={[70, 110]} columns={4} rows={5} patchSize={56} />
    <path d="M56 96H308v16H56Z" fill={ink.woodDark} />
    <FramedLetter />
    <PackagePile at={[180, 890]} rows={[2, 1]} size={1.5} />
    <PackagePile at={[800, 880]} rows={[2]} size={1.4} />
    <Package at={[770, 760]} size={1.3} />
    <Socks at={[742, 652]} size={1.1} />
    <Socks at={[794, 652]} size={1.1} />
    <StepStool />
    <PersonDrawing
      at={[476, 454]}
      size={1.52}
      skinColor="tan"
      hairColor="gray"
      haircut="bun"
      hasGlasses
      mood="focused"
      gaze={[0.9, -0.2]}
      turn={0.9}
      top={ink.brick}
      bottom={ink.dusk}
      shoes={ink.linen}
      outfit="apron"
      legs={uprightLegs}
      lean={5}
      tilt={-10}
      farArm={{ bend: [100, -120], end: [126, -198], hand: "grip" }}
      nearArm={{ bend: [30, -60], end: [120, -108], hand: "grip" }}
    />
    <PersonDrawing
      at={[1082, 588]}
      size={1.5}
      isMirrored
      skinColor="deep"
      hairColor="black"
      haircut="cap"
      hatColor={ink.brass}
      mood="talking"
      brows="raised"
      gaze={[0.9, -0.7]}
      turn={0.8}
      top={ink.pine}
      bottom={ink.kraftDeep}
      shoes={ink.night}
      outfit="apron"
      legs={uprightLegs}
      lean={-4}
      tilt={-8}
      farArm={{ bend: [90, -90], end: [96, -196], hand: "open" }}
      nearArm={{ bend: [-100, -44], end: [-46, 2] }}
    />
  </Scene>
);
