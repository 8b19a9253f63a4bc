import { ink } from "../palette.ts";
import { PersonDrawing } from "../people.tsx";
import { ContactShadow, NightSky, Quilt, TableTop, Window } from "../places.tsx";
import { Glow, Scene } from "../scene.tsx";
import { Book, Flat, Letter, Mug, Package, PlacedGroup, Plant, TableLamp } from "../objects.tsx";

const WRITER = {
  at: [712, 790],
  size: 1.9,
  skinColor: "tan",
  hairColor: "black",
  hasBeard: true,
  top: ink.brick,
  turn: 0.4,
  mood: "calm",
  eyes: "down",
  lean: 4,
  tilt: 8,
  farArm: { bend: [110, -50], end: [66, -8], hand: "grip" },
  nearArm: { bend: [-110, -40], end: [2, -8] },
  heldItem: <path d="M71 16 50 -34" stroke={ink.night} strokeWidth="6" strokeLinecap="round" />,
} as const;

/**
 * Illustrates "Share your story": late in the evening, a veteran writes at the kitchen table beside the box that he
 * kept.
 */
export const WritingAStory = () => (
  <Scene width={1440} height={960}>
    <path d="M0 0H1440V960H0Z" fill="url(#evening-wall)" />
    <Window at={[360, 520]} width={400} height={380}>
      <g transform="translate(-200 -380)">
        <NightSky width={400} height={380} count={26} />
        <path d="M332 248h12v34h-12Z" fill={ink.brickDark} />
        <path d="M288 340V284H348V340Z" fill="#5d4a52" />
        <path d="M278 288 318 252 358 288Z" fill={ink.brick} />
        <path d="M297 298h16v16h-16ZM323 298h16v16h-16Z" fill={ink.lamp} />
        <path d="M0 330Q120 280 220 310T400 300V380H0Z" fill={ink.night} />
      </g>
    </Window>
    <path d="M960 180H1380V200H960ZM960 360H1380V380H960Z" fill={ink.woodDark} />
    <Book at={[1020, 180]} color={ink.brick} />
    <Book at={[1076, 180]} color={ink.pine} />
    <Book at={[1132, 180]} color={ink.brass} />
    <Plant at={[1280, 180]} size={0.9} />
    <PlacedGroup at={[1080, 360]}>
      <path d="M-60 -130H60V0H-60Z" fill={ink.brassDark} />
      <path d="M-46 -116H46V-14H-46Z" fill={ink.linen} />
      <path
        d="M-18 -72a16 16 0 1 1 .1 0ZM18 -66a14 14 0 1 1 .1 0ZM-42 -14q22 -66 46 0ZM-4 -14q22 -54 44 0Z"
        fill={ink.evening}
      />
    </PlacedGroup>
    <Mug at={[1260, 360]} color={ink.brick} hasSteam={false} />
    <Glow at={[1010, 560]} radius={620} strength={1} />
    <Quilt at={[520, 560]} columns={3} rows={4} patchSize={44} />
    <PersonDrawing {...WRITER} layer="body" />
    <TableTop backEdgeY={720} />
    <ContactShadow at={[1080, 772]} width={170} />
    <TableLamp at={[1080, 774]} size={2} color={ink.brass} />
    <Flat at={[786, 812]} turn={5}>
      <Letter at={[0, 0]} width={270} height={220} />
    </Flat>
    <PersonDrawing {...WRITER} layer="arms" />
    <ContactShadow at={[476, 814]} width={96} />
    <Mug at={[470, 816]} size={1.7} color={ink.evening} />
    <ContactShadow at={[252, 820]} width={264} />
    <Package at={[250, 822]} size={1.9} />
    <path d="M0 0H1440V960H0Z" fill="url(#shade)" opacity="0.25" />
  </Scene>
);
