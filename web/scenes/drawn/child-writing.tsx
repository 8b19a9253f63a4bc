import { ink } from "../palette.ts";
import { PersonDrawing } from "../people.tsx";
import { Room, TableTop, Window } from "../places.tsx";
import { Glow, Scene } from "../scene.tsx";
import { Envelope, Flat, Heart, Letter, PlacedGroup } from "../objects.tsx";

const CRAYON_COLORS = [ink.brick, ink.brass, ink.pine, ink.evening, ink.rose] as const;

const LEFT_GIRL = {
  at: [296, 770],
  size: 1.34,
  headSize: 1.5,
  skinColor: "tan",
  hairColor: "black",
  haircut: "bob",
  top: ink.brass,
  turn: 0.4,
  mood: "focused",
  eyes: "down",
  lean: 4,
  tilt: 8,
  farArm: { bend: [110, -50], end: [54, -4] },
  nearArm: { bend: [-110, -40], end: [-8, -8], hand: "grip" },
  heldItem: <path d="M-5 12 -24 -36" stroke={ink.pine} strokeWidth="8" strokeLinecap="round" />,
} as const;

const MIDDLE_GIRL = {
  at: [690, 786],
  size: 1.66,
  headSize: 1.5,
  skinColor: "deep",
  hairColor: "black",
  haircut: "pigtails",
  top: ink.brick,
  turn: 0.2,
  eyes: "down",
  mood: "tongue",
  lean: 5,
  tilt: 10,
  farArm: { bend: [110, -50], end: [64, -14] },
  nearArm: { bend: [-110, -40], end: [0, -10], hand: "grip" },
  heldItem: (
    <g strokeLinecap="round">
      <path d="M6 12-16 -44" stroke={ink.brass} strokeWidth="8" />
      <path d="M6 12 4 6" stroke={ink.night} strokeWidth="7" />
    </g>
  ),
} as const;

const ENVELOPES = [
  { at: [1210, 812], turn: -16, color: ink.cream },
  { at: [1320, 822], turn: 12, color: ink.linen },
  { at: [1276, 862], turn: 3, color: ink.cream },
  { at: [250, 886], turn: -12, color: ink.linen },
] as const;

/**
 * Shows three children writing letters at a classroom table with a pile of envelopes. One of them sticks out her tongue
 * while she draws.
 */
export const ChildWriting = () => (
  <Scene width={1440} height={960}>
    <Room width={1440} height={960} floorY={780} wall="#cfdcc4" />
    <Window at={[1170, 400]} width={330} height={300} sky="#f8e3b4">
      <path d="M-165 -60Q-80 -130 10 -70T165 -80V0H-165Z" fill={ink.sage} />
    </Window>
    <path d="M120 110H760V400H120Z" fill={ink.woodDark} />
    <path d="M138 128H742V382H138Z" fill="#e6c397" />
    <Letter at={[220, 230]} turn={-4} width={110} height={140} />
    <PlacedGroup at={[376, 240]} turn={3}>
      <path d="M-70 -60H70V60H-70Z" fill={ink.cream} />
      <path d="M-40 30V-4L0 -36 40 -4V30Z" fill={ink.brick} />
      <circle cx="44" cy="-36" r="14" fill={ink.lamp} />
    </PlacedGroup>
    <PlacedGroup at={[540, 226]} turn={-3}>
      <path d="M-64 -54H64V54H-64Z" fill={ink.cream} />
      <path d="M-50 20Q-20 40 0 22T50 18" stroke={ink.evening} strokeWidth="8" fill="none" />
      <path d="M-34 12H34L22 -8H-22ZM0 -8V-44L26 -14Z" fill={ink.slate} />
    </PlacedGroup>
    <PlacedGroup at={[664, 250]} turn={5}>
      <path d="M-44 -58H44V58H-44Z" fill={ink.cream} />
      <Heart at={[0, 0]} size={1.6} />
    </PlacedGroup>
    <Glow at={[1170, 300]} radius={520} strength={0.6} />

    <PersonDrawing
      at={[1120, 744]}
      size={1.34}
      headSize={1.5}
      isMirrored
      skinColor="fair"
      hairColor="red"
      haircut="short"
      top={ink.evening}
      turn={0.5}
      mood="laugh"
      gaze={[0.9, 0.6]}
      lean={-2}
      tilt={-6}
      farArm={{ bend: [100, -50], end: [76, -84] }}
      nearArm={{ bend: [-70, -20], end: [6, -82], hand: "grip" }}
      heldItem={<Letter at={[38, -112]} turn={-6} width={100} height={84} hasHeart />}
    />
    <PersonDrawing {...LEFT_GIRL} layer="body" />
    <PersonDrawing {...MIDDLE_GIRL} layer="body" />
    <TableTop backEdgeY={730} color="#ad7b49" />
    <g transform="translate(724 752) rotate(-3)">
      <path d="M-170 -28H150L190 60H-210Z" fill={ink.cream} />
      <path
        d="M-130 -8Q-90 -20 -50 -8T30 -8M-140 14Q-96 2 -54 14T36 14M-150 38Q-110 26 -66 38"
        stroke={ink.slate}
        strokeWidth="6"
        fill="none"
        strokeLinecap="round"
      />
      <circle cx="108" cy="16" r="22" fill={ink.lamp} />
      <path
        d="M60 44Q100 26 160 46"
        stroke={ink.pine}
        strokeWidth="9"
        fill="none"
        strokeLinecap="round"
      />
    </g>
    <path d="M170 742H420L440 790H150Z" fill={ink.cream} />
    <path
      d="M200 758Q240 750 280 758T360 758M196 774Q230 766 268 774"
      stroke={ink.slate}
      strokeWidth="5"
      fill="none"
    />
    <PersonDrawing {...LEFT_GIRL} layer="arms" />
    <PersonDrawing {...MIDDLE_GIRL} layer="arms" />
    {CRAYON_COLORS.map((color, index) => (
      <path
        key={color}
        d={`M${960 + index * 40} ${836 + (index % 2) * 18}l${46 + index * 5} ${-12 + index * 9}`}
        stroke={color}
        strokeWidth="14"
        strokeLinecap="round"
      />
    ))}
    {ENVELOPES.map(({ at, turn, color }) => (
      <Flat key={turn} at={at} turn={turn} size={2.1}>
        <path d="M-34 -46H34V4H-34Z" fill="#000" opacity="0.12" />
        <Envelope at={[0, 0]} color={color} />
      </Flat>
    ))}
    <path d="M0 0H1440V960H0Z" fill="url(#shade)" opacity="0.25" />
  </Scene>
);
