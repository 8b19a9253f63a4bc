import { Glow, Scene } from "../scene.tsx";
import { ink } from "../palette.ts";
import { PersonDrawing, sittingLegs } from "../people.tsx";
import { Quilt, Room, Window } from "../places.tsx";
import { Book, Mug, Package, PlacedGroup, Plant, TableLamp } from "../objects.tsx";

/** The chair's back, seat and feet. The origin is where the hips of the person in the chair belong. */
const Armchair = () => (
  <g>
    <path d="M-104 96h18l-6 46h-10ZM74 96h18l4 46H84Z" fill={ink.woodDark} />
    <path d="M-132 -150C-140 -226 -20 -236 -8 -170L6 60H-116Z" fill={ink.pine} />
    <path d="M-132 -150C-134 -173 -125 -190 -111 -200L-78 60H-116Z" fill="#000" opacity="0.16" />
    <path d="M-112 18H84Q100 18 100 34V100H-112Z" fill={ink.pine} />
    <path d="M-112 62H100V100H-112Z" fill="#000" opacity="0.16" />
  </g>
);

/** The near arm of the chair, and the quilt over the arm and the veteran's knees. */
const LapQuilt = () => (
  <g>
    <path
      d="M-126 -26Q-126 -44 -104 -44H20Q44 -44 44 -22Q44 -6 28 -6V100H-116V-6Q-126 -8 -126 -26Z"
      fill={ink.pineDark}
    />
    <path
      d="M-126 -26Q-126 -44 -104 -44H20Q44 -44 44 -22Q44 -6 28 -6H-116Q-126 -8 -126 -26Z"
      fill={ink.pine}
    />
    <clipPath id="lap">
      <path d="M-26 -46Q40 -34 104 -32Q138 -30 142 4L150 88Q120 98 96 86Q70 100 44 88Q10 102 -38 80Z" />
    </clipPath>
    <g clipPath="url(#lap)">
      <Quilt at={[-60, -56]} columns={8} rows={6} patchSize={30} turn={2} />
      <path d="M104 -40Q112 30 96 100H160V-40Z" fill="#000" opacity="0.12" />
      <path d="M-26 -46Q-2 20 -38 90H-60V-46ZM44 94Q52 40 40 0L56 92Z" fill="#000" opacity="0.12" />
    </g>
    <Package at={[70, -30]} width={84} height={54} turn={1} />
  </g>
);

const Chair = () => (
  <g fill="none" stroke={ink.woodDark} strokeWidth="13" strokeLinecap="round">
    <path d="M-64 34 -78 -140M-64 34 -70 136M56 34 62 136" />
    <path d="M-76 -118-10 -118M-72 -76H-4" strokeWidth="10" />
    <path d="M-70 34H62" stroke={ink.wood} strokeWidth="20" />
  </g>
);

/**
 * Shows an afternoon in a veterans' home. A veteran with a package on his lap tells a story, and his visitor laughs.
 */
export const VeteranWithAVisitor = () => (
  <Scene width={1440} height={960}>
    <Room width={1440} height={960} floorY={760} />
    <path d="M0 560H1440V760H0Z" fill={ink.sage} opacity="0.55" />
    <path d="M0 552H1440v14H0Z" fill={ink.cream} opacity="0.9" />
    <Window at={[730, 520]} width={500} height={460} sky="#cfe0e6">
      <g>
        <path d="M-250 -120Q-100 -190 60 -130T250 -150V0H-250Z" fill={ink.sage} />
        <path d="M-150 -40V-220M140 -50V-240" stroke={ink.woodDark} strokeWidth="16" />
        <circle cx="-160" cy="-280" r="86" fill={ink.brass} />
        <circle cx="-100" cy="-230" r="56" fill="#e0a04c" />
        <circle cx="150" cy="-300" r="90" fill="#d98b4a" />
        <circle cx="90" cy="-240" r="52" fill={ink.brass} />
        <path d="M-250 -60Q0 -110 250 -70V0H-250Z" fill="#7f9c6c" />
      </g>
    </Window>
    <path
      d="M440 40Q470 300 408 560H360V40ZM1020 40Q990 300 1052 560H1100V40Z"
      fill={ink.brick}
      opacity="0.85"
    />
    <path d="M330 36H1130" stroke={ink.woodDark} strokeWidth="12" strokeLinecap="round" />
    <Plant at={[560, 514]} size={0.9} />
    <path d="M520 790 980 790 1220 960H420Z" fill="#fff3cf" opacity="0.3" />
    <ellipse cx="720" cy="898" rx="520" ry="46" fill={ink.brick} opacity="0.55" />
    <ellipse cx="720" cy="898" rx="460" ry="36" fill={ink.linen} opacity="0.5" />

    <g fill={ink.cream} stroke={ink.woodDark} strokeWidth="10">
      <path d="M76 130h130v160H76ZM1184 190h170v130h-170Z" />
    </g>
    <path
      d="M81 220l40 -46 34 40 20 -20 26 34v57H81ZM1189 270l60 -40 40 30 60 -30v85h-160Z"
      fill={ink.haze}
      opacity="0.6"
    />
    <PlacedGroup at={[1290, 830]}>
      <path d="M-110 -190H110v18H-110ZM-92 -172h16V0h-16ZM76 -172h16V0H76Z" fill={ink.wood} />
    </PlacedGroup>
    <Glow at={[1300, 470]} radius={250} strength={0.5} />
    <TableLamp at={[1320, 640]} size={1.5} color={ink.brass} />
    <Book at={[1222, 640]} size={0.9} color={ink.evening} turn={-4} />

    <PlacedGroup at={[474, 652]} size={1.72}>
      <Armchair />
    </PlacedGroup>
    <PersonDrawing
      at={[474, 652]}
      size={1.72}
      skinColor="fair"
      hairColor="white"
      haircut="bald"
      hasBeard
      hasGlasses
      mood="laugh"
      brows="raised"
      gaze={[0.9, 0]}
      top={ink.slate}
      bottom={ink.dusk}
      shoes={ink.kraftDeep}
      outfit="cardigan"
      legs={sittingLegs}
      lean={-3}
      tilt={-4}
      farArm={{ bend: [110, -40], end: [140, -106], hand: "open" }}
      nearArm={{ bend: [-44, -20], end: [32, -56] }}
      heldItem={<LapQuilt />}
    />
    <PlacedGroup at={[1024, 652]} size={1.72}>
      <g transform="scale(-1 1)">
        <Chair />
      </g>
    </PlacedGroup>
    <PersonDrawing
      at={[1024, 652]}
      size={1.72}
      isMirrored
      skinColor="deep"
      hairColor="black"
      haircut="curls"
      mood="laugh"
      eyes="closed"
      turn={0.8}
      top={ink.lamp}
      bottom={ink.evening}
      shoes={ink.brick}
      legs={sittingLegs}
      lean={11}
      tilt={3}
      farArm={{ bend: [90, -20], end: [96, -62] }}
      nearArm={{ bend: [4, -10], end: [70, -50], hand: "grip" }}
      heldItem={<Mug at={[84, -34]} size={0.85} color={ink.brick} />}
    />
  </Scene>
);
