import { Glow, Scene } from "../scene.tsx";
import { type Glyph, Lettering } from "../lettering.tsx";
import { ink } from "../palette.ts";
import { PersonDrawing } from "../people.tsx";
import { Quilt, Window } from "../places.tsx";
import { Mug, TableLamp } from "../objects.tsx";

const MAN = {
  at: [540, 766],
  size: 2.3,
  skinColor: "brown",
  hairColor: "white",
  hasGlasses: true,
  eyes: "down",
  mood: "focused",
  turn: 0.5,
  top: ink.evening,
  outfit: "cardigan",
  lean: 3,
  tilt: 8,
  farArm: { bend: [110, -50], end: [88, -20], hand: "grip" },
  nearArm: { bend: [-110, -40], end: [6, -14] },
  heldItem: (
    <g>
      <path d="M85 4 108 -54 117 -50 94 8 84 15Z" fill={ink.brick} />
      <path d="M87 -1 96 3 94 8 84 15 85 4Z" fill={ink.kraftLight} />
    </g>
  ),
} as const;

const WOMAN = {
  at: [1066, 762],
  size: 2.2,
  isMirrored: true,
  skinColor: "tan",
  hairColor: "chestnut",
  haircut: "ponytail",
  mood: "talking",
  brows: "raised",
  gaze: [0.6, 0.9],
  turn: 0.7,
  top: ink.brick,
  outfit: "cardigan",
  lean: 7,
  tilt: 8,
  farArm: { bend: [110, -30], end: [84, -18], hand: "pointing" },
  nearArm: { bend: [-110, -40], end: [-48, -2] },
} as const;

const BLACK_CELLS = new Set([2, 8, 14, 20, 28, 34, 40, 46]);
/** The penciled letters spell "socks" across and "posts" down. */
const PENCILED_CELLS: readonly (readonly [number, Glyph])[] = [
  [15, "P"],
  [16, "A"],
  [17, "C"],
  [22, "O"],
  [29, "S"],
  [30, "O"],
  [31, "C"],
  [32, "K"],
  [33, "S"],
  [36, "T"],
  [43, "S"],
];
const CELL_INDEXES = Array.from({ length: 49 }, (_, index) => index);

const Crossword = () => (
  <g transform="translate(720 806) scale(1.06 0.58) rotate(-7)">
    <path d="M-316 -204H320V216H-316Z" fill="#000" opacity="0.14" />
    <path d="M-320 -212H320V208H-320Z" fill={ink.cream} />
    <path d="M-320 -212H4V208H-320Z" fill={ink.linen} />
    <g stroke={ink.steel} strokeWidth="9" opacity="0.55">
      {CELL_INDEXES.slice(0, 5).map((row) => (
        <path
          key={row}
          d={`M-292 ${-168 + row * 78}h${90 + ((row * 29) % 30)}M-148 ${-168 + row * 78}h${84 + ((row * 37) % 34)}`}
        />
      ))}
    </g>
    <g transform="translate(18 -188)">
      {CELL_INDEXES.map((cell) => (
        <path
          key={cell}
          d={`M${(cell % 7) * 41} ${Math.floor(cell / 7) * 54}h41v54h-41Z`}
          fill={BLACK_CELLS.has(cell) ? ink.night : "#fff"}
          stroke={ink.night}
          strokeWidth="3.5"
        />
      ))}
      {PENCILED_CELLS.map(([cell, glyph]) => (
        <Lettering
          key={cell}
          at={[(cell % 7) * 41 + 10, Math.floor(cell / 7) * 54 + 44]}
          size={2.7}
          glyphs={[glyph]}
          color={ink.brick}
        />
      ))}
    </g>
  </g>
);

/** Shows two people finding the last word of a crossword by lamplight while it snows outside at dusk. */
export const CrosswordByTheWindow = () => (
  <Scene width={1440} height={960}>
    <path d="M0 0H1440V960H0Z" fill="#c99f68" />
    <path d="M0 0H1440V960H0Z" fill={ink.brickDark} opacity="0.16" />
    <Glow at={[190, 500]} radius={430} strength={0.9} />
    <Window at={[800, 560]} width={760} height={540} sky="#7f93bd">
      <g>
        <path d="M-380 -540H380V-200H-380Z" fill={ink.evening} opacity="0.45" />
        <path d="M-380 -190Q-180 -260 40 -200T380 -220V0H-380Z" fill="#b9c6de" />
        <path d="M-20 -150 30 -340 80 -150ZM56 -140 100 -290 144 -140Z" fill={ink.pineDark} />
        <path
          d="M16 -290 30 -340 44 -290 30 -300ZM84 -236 100 -290 116 -236 100 -246Z"
          fill={ink.cream}
        />
        <path d="M-380 -130Q-100 -180 380 -140V0H-380Z" fill="#e8ecf4" />
        {CELL_INDEXES.slice(0, 22).map((flake) => (
          <circle
            key={flake}
            cx={((flake * 173) % 750) - 375}
            cy={-((flake * 97 + (flake % 3) * 40) % 520) - 12}
            r={3 + (flake % 3) * 1.6}
            fill="#fff"
            opacity="0.85"
          />
        ))}
      </g>
    </Window>
    <path d="M330 0Q360 300 270 600H150V0ZM1270 0Q1240 300 1330 600H1440V0Z" fill={ink.pine} />
    <path
      d="M330 0Q360 300 270 600H236Q310 300 290 0ZM1270 0Q1240 300 1330 600H1364Q1290 300 1310 0Z"
      fill="#000"
      opacity="0.14"
    />

    <PersonDrawing {...WOMAN} layer="body" />
    <PersonDrawing {...MAN} layer="body" />
    <path d="M90 664H1350L1440 800V960H0V800Z" fill={ink.wood} />
    <path d="M90 664H1350L1358 676H82Z" fill={ink.woodLight} />
    <path d="M0 918H1440V960H0Z" fill={ink.woodDark} />
    <ellipse cx="190" cy="724" rx="130" ry="30" fill="#ffe2a0" opacity="0.35" />
    <TableLamp at={[190, 728]} size={2.5} color={ink.pineDark} />
    <Crossword />
    <g transform="translate(1168 786) scale(1 0.5) rotate(8)">
      <Quilt at={[0, 0]} columns={4} rows={3} patchSize={46} />
    </g>
    <Mug at={[1262, 842]} size={1.7} color={ink.evening} />
    <PersonDrawing {...WOMAN} layer="arms" />
    <PersonDrawing {...MAN} layer="arms" />
  </Scene>
);
