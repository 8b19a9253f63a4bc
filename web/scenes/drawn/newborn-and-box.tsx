import { ChildDrawing } from "../drawings.tsx";
import { Glow, Scene } from "../scene.tsx";
import { Lettering } from "../lettering.tsx";
import { hair, ink, skin } from "../palette.ts";
import { PersonDrawing, uprightLegs } from "../people.tsx";
import { NightSky, Quilt, Room } from "../places.tsx";
import { HangingLamp, OpenPackage } from "../objects.tsx";

const Newborn = () => (
  <g transform="translate(18 -74) rotate(8) scale(-1 1)">
    <path
      d="M-50 -4C-50 -26 -34 -36 -12 -36C36 -36 68 -16 68 6C68 26 20 34 -8 28C-34 24 -50 14 -50 -4Z"
      fill={ink.cream}
    />
    <clipPath id="blanket">
      <path d="M0 -36C36 -34 68 -16 68 6C68 26 20 34 -8 28Q10 2 0 -36Z" />
    </clipPath>
    <g clipPath="url(#blanket)">
      <Quilt at={[-52, -46]} columns={8} rows={6} patchSize={17} turn={6} />
    </g>
    <path d="M0 -36Q10 2 -8 28" fill="none" stroke={ink.sand} strokeWidth="2.5" />
    <g transform="rotate(-10 -27 -8)">
      <ellipse cx="-27" cy="-8" rx="14" ry="15.5" fill={skin.tan} />
      <path
        d="M-41.5 -8C-43.5 -31 -10.5 -31 -12.5 -8Q-16 -16 -23 -17Q-26 -13 -28 -18Q-38 -16 -41.5 -8Z"
        fill={hair.black}
      />
      <path
        d="M-35 -6q2.6 2.6 5.2 0M-24.6 -6q2.6 2.6 5.2 0"
        fill="none"
        stroke={ink.night}
        strokeWidth="1.7"
        strokeLinecap="round"
      />
      <circle cx="-35.5" cy="-1" r="3" fill={ink.brick} opacity="0.22" />
      <circle cx="-18.5" cy="-1" r="3" fill={ink.brick} opacity="0.22" />
      <path
        d="M-28.2 -3q1.2 1.6 2.4 0M-29.4 1.6q2.4 1.6 4.8 0"
        fill="none"
        stroke={ink.brickDark}
        strokeWidth="1.5"
        strokeLinecap="round"
        opacity="0.75"
      />
    </g>
  </g>
);

const FrontDoor = () => (
  <g>
    <path d="M968 170H1304V800H968Z" fill={ink.cream} />
    <path d="M996 198H1276V800H996Z" fill={ink.pine} />
    <g transform="translate(1036 234)">
      <NightSky width={200} height={190} count={12} />
      <path d="M0 190V150L50 108 100 150V190ZM110 190V164L160 124 200 158V190Z" fill={ink.night} />
      <path d="M38 160h22v18H38ZM146 166h18v14H146Z" fill={ink.lamp} />
      <path d="M0 0H200V190H0ZM100 0V190" fill="none" stroke={ink.cream} strokeWidth="10" />
    </g>
    <path d="M1036 480H1126V730H1036ZM1146 480H1236V730H1146Z" fill={ink.pineDark} />
    <circle cx="1254" cy="520" r="12" fill={ink.brass} />
  </g>
);

const DIAPERS_LETTERS = ["D", "I", "A", "P", "E", "R", "S"] as const;

const PackageContents = () => (
  <g>
    <path d="M-98 -108V-180Q-98 -190 -88 -190H-6Q4 -190 4 -180V-108Z" fill="#a9cbd0" />
    <path d="M-92 -204H-2V-190H-92ZM-16 -190H-6Q4 -190 4 -180V-108H-16Z" fill="#8db4ba" />
    <path d="M-98 -172H4V-136H-98Z" fill={ink.cream} />
    <Lettering at={[-86, -148]} glyphs={DIAPERS_LETTERS} color={ink.evening} pitch={11.6} />
    <path d="M10 -142H92V-108H10Z" fill={ink.evening} />
    <path d="M6 -142Q14 -176 51 -176T96 -142Z" fill="#dfe6ee" />
    <path d="M2 -146H100V-136H2Z" fill={ink.slate} />
    <circle cx="51" cy="-180" r="9" fill={ink.slate} />
  </g>
);

const MOTHER = {
  at: [532, 506],
  size: 1.78,
  skinColor: "tan",
  hairColor: "black",
  haircut: "bob",
  eyes: "down",
  brows: "tender",
  gaze: [0.5, 0],
  turn: 0.7,
  top: ink.evening,
  bottom: ink.kraftDeep,
  shoes: ink.linen,
  outfit: "cardigan",
  legs: uprightLegs,
  tilt: 8,
} as const;
const MOTHERS_FAR_ARM = { bend: [110, -30], end: [4, -30] } as const;
const MOTHERS_NEAR_ARM = { bend: [-90, -20], end: [46, -38] } as const;

/** Shows a hallway in the evening, where a baby sleeps and an older child has found the coloring book. */
export const NewbornAndBox = () => (
  <Scene width={1440} height={960}>
    <Room width={1440} height={960} floorY={800} wall="#bd8763" floor="#8d623c" />
    <path d="M0 770H1440v30H0Z" fill={ink.cream} opacity="0.85" />
    <Glow at={[790, 200]} radius={600} strength={0.7} />
    <FrontDoor />
    <HangingLamp at={[790, 170]} size={1.35} cordLength={140} color={ink.brass} />
    <path d="M96 250H344v26H96Z" fill={ink.woodDark} />
    <path d="M140 276q-30 30 -34 130l-10 110h104l-10 -110q-4 -100 -30 -130Z" fill={ink.slate} />
    <path d="M270 276q-20 20 -24 80l-8 70h84l-8 -70q-4 -60 -24 -80Z" fill={ink.lamp} />
    <path d="M280 300V426" stroke="#000" strokeWidth="4" opacity="0.16" />
    <path d="M150 276V262M280 276V262" stroke={ink.brass} strokeWidth="10" strokeLinecap="round" />
    <ChildDrawing at={[752, 424]} kind="rainbow" turn={-3} size={1.1} />
    <ChildDrawing at={[868, 402]} kind="house" turn={3} paper="#f6e3a9" size={1.1} />
    <path
      d="M150 820q0 -30 26 -30h14q10 0 14 8l24 10q10 4 10 22H150ZM250 820q0 -26 22 -26h12q8 0 12 8l20 8q8 4 8 20H250Z"
      fill={ink.kraftDeep}
    />
    <ellipse cx="760" cy="894" rx="600" ry="46" fill={ink.evening} opacity="0.7" />
    <ellipse cx="760" cy="894" rx="540" ry="36" fill={ink.brass} opacity="0.5" />

    <PersonDrawing {...MOTHER} nearArm={MOTHERS_NEAR_ARM} layer="body" />
    <PersonDrawing {...MOTHER} farArm={MOTHERS_FAR_ARM} layer="arms" />
    <PersonDrawing {...MOTHER} nearArm={MOTHERS_NEAR_ARM} heldItem={<Newborn />} layer="arms" />
    <PersonDrawing
      at={[1082, 778]}
      size={1.3}
      isMirrored
      headSize={1.3}
      skinColor="tan"
      hairColor="black"
      haircut="pigtails"
      mood="laugh"
      gaze={[0.9, -0.6]}
      turn={0.8}
      top={ink.lamp}
      bottom={ink.lamp}
      shoes={ink.brick}
      legs={[
        { bend: [0, 70], end: [-74, 74] },
        { bend: [34, 72], end: [-48, 76] },
      ]}
      lean={3}
      tilt={-12}
      farArm={{ bend: [90, -40], end: [110, -108] }}
      nearArm={{ bend: [-6, -10], end: [64, -72], hand: "grip" }}
      heldItem={
        <g>
          {[-26, 2, 30].map((x, index) => (
            <g key={x} fill={ink.cream}>
              <circle cx={x} cy={-110 + (index % 2) * 14} r="5" />
              <circle cx={x} cy={-38 + (index % 2) * 14} r="5" />
            </g>
          ))}
          <path d="M38 -158 122 -176 140 -72 56 -54Z" fill={ink.brick} />
          <ChildDrawing at={[90, -116]} kind="flower" turn={-12} size={0.92} />
        </g>
      }
    />
    <OpenPackage at={[812, 914]} size={1.3}>
      <PackageContents />
    </OpenPackage>
  </Scene>
);
