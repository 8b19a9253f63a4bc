import { ink } from "../palette.ts";
import { ContactShadow, TableTop, Window } from "../places.tsx";
import { Glow, Scene } from "../scene.tsx";
import { PlacedGroup, type PlacedProps } from "../objects.tsx";

const FIVE_POINTED_STAR =
  "M0 -13 3.2 -4.2 12.4 -4 5 1.7 7.6 10.5 0 5.2 -7.6 10.5 -5 1.7 -12.4 -4 -3.2 -4.2Z";

const STARS = [
  [0, -222],
  [-46, -172],
  [46, -172],
  [-96, -122],
  [0, -122],
  [96, -122],
  [-150, -70],
  [-50, -70],
  [50, -70],
  [150, -70],
  [-204, -22],
  [-102, -22],
  [0, -22],
  [102, -22],
  [204, -22],
] as const;

/** A flag that was folded into a triangle and stands on its long edge. */
const FoldedFlag = (placement: PlacedProps) => (
  <PlacedGroup {...placement}>
    <path
      d="M24 -290 306 -6H-250Z"
      fill={ink.night}
      stroke={ink.night}
      strokeWidth="24"
      strokeLinejoin="round"
    />
    <path
      d="M0 -286 280 -8H-280Z"
      fill={ink.evening}
      stroke={ink.evening}
      strokeWidth="24"
      strokeLinejoin="round"
    />
    <path d="M-288 -4 144 -146" stroke="#000" strokeWidth="5" opacity="0.18" />
    {STARS.map(([x, y]) => (
      <path
        key={`${x} ${y}`}
        transform={`translate(${x} ${y})`}
        d={FIVE_POINTED_STAR}
        fill={ink.cream}
      />
    ))}
    <path d="M0 -298Q8 -298 12 -290L288 -14V4H140L-6 -298Z" fill="#000" opacity="0.12" />
  </PlacedGroup>
);

const Boot = ({ at, isBehind = false }: PlacedProps & { readonly isBehind?: boolean }) => (
  <PlacedGroup at={at} size={1.25}>
    <path
      d="M-50 -206Q-4 -216 36 -204L34 -108Q40 -88 76 -78Q122 -66 124 -22V-8H-56V-60Q-46 -130 -50 -206Z"
      fill={ink.kraftDark}
    />
    <path d="M-50 -206Q-4 -216 36 -204L36 -188Q-4 -198 -50 -190Z" fill={ink.kraftDeep} />
    <path d="M76 -78Q122 -66 124 -22V-14H70Q62 -52 76 -78Z" fill="#000" opacity="0.14" />
    <path d="M-56 -60Q-30 -70 -24 -14H-56Z" fill="#000" opacity="0.14" />
    <path
      d="M-4 -172 28 -166M-4 -146 28 -140M-2 -120 30 -112M8 -98 44 -86"
      stroke={ink.linen}
      strokeWidth="6"
      strokeLinecap="round"
    />
    <path d="M-62 -16H128V2Q128 8 120 8H-54Q-62 8 -62 0Z" fill={ink.kraftDeep} />
    {isBehind && (
      <path
        d="M-50 -206Q-4 -216 36 -204L34 -108Q40 -88 76 -78Q122 -66 128 -16V8H-62V-16L-56 -60Q-46 -130 -50 -206Z"
        fill={ink.night}
        opacity="0.3"
      />
    )}
  </PlacedGroup>
);

const Candle = ({ at }: PlacedProps) => (
  <PlacedGroup at={at}>
    <path d="M-64 -16H64Q58 4 40 4H-40Q-58 4 -64 -16Z" fill={ink.brassDark} />
    <path d="M-36 -190Q0 -202 36 -190V-12H-36Z" fill={ink.linen} />
    <path d="M8 -196Q26 -194 36 -190V-12H8Z" fill={ink.brass} opacity="0.3" />
    <path d="M-36 -190Q-40 -150 -26 -152Q-18 -150 -20 -176Z" fill={ink.cream} />
    <path d="M0 -190V-214" stroke={ink.night} strokeWidth="5" />
    <path d="M0 -290C30 -252 28 -216 0 -206C-28 -216 -30 -252 0 -290Z" fill={ink.lamp} />
    <path d="M0 -252C14 -234 12 -216 0 -210C-12 -216 -14 -234 0 -252Z" fill={ink.cream} />
  </PlacedGroup>
);

/** Remembers the fallen with a folded flag, a burning candle and a pair of boots at a window at dawn. */
export const FoldedFlagAtDawn = () => (
  <Scene width={1440} height={960}>
    <path d="M0 0H1440V960H0Z" fill="url(#evening-wall)" />
    <Window at={[720, 620]} width={880} height={580} sky="url(#dawn-sky)" frame={ink.linen}>
      <circle cx="-190" cy="-172" r="54" fill="#fff0c4" />
      <path d="M-440 -130Q-260 -200 -80 -150T220 -170T440 -140V0H-440Z" fill={ink.haze} />
      <path d="M-440 -76Q-200 -130 60 -92T440 -96V0H-440Z" fill={ink.slate} />
    </Window>
    <Glow at={[530, 470]} radius={420} strength={0.6} />
    <TableTop backEdgeY={690} color={ink.woodDark} />
    <ContactShadow at={[256, 806]} width={320} />
    <Boot at={[272, 776]} isBehind />
    <Boot at={[208, 808]} />
    <Glow at={[1196, 560]} radius={420} strength={0.85} />
    <ContactShadow at={[758, 812]} width={590} />
    <FoldedFlag at={[746, 808]} />
    <ContactShadow at={[1196, 800]} width={170} />
    <Candle at={[1196, 800]} />
    <path d="M0 0H1440V960H0Z" fill="url(#shade)" opacity="0.4" />
  </Scene>
);
