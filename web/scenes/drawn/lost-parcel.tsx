import { ink } from "../palette.ts";
import { NightSky } from "../places.tsx";
import { Glow, Scene } from "../scene.tsx";
import { Lantern, Package, PlacedGroup, type PlacedProps } from "../objects.tsx";

/** A sitting dog that looks to the left. `at` is the point on the ground between its paws. */
const Dog = (placement: PlacedProps) => (
  <PlacedGroup {...placement}>
    <path
      d="M58 -14C92 -8 110 -34 100 -66"
      fill="none"
      stroke={ink.kraftDark}
      strokeWidth="15"
      strokeLinecap="round"
    />
    <path
      d="M-4 -60-8 -10M-8 -9h-12"
      fill="none"
      stroke={ink.kraftDark}
      strokeWidth="19"
      strokeLinecap="round"
    />
    <path
      d="M-38 -128C-48 -84 -40 -46 -26 -30C-10 -6 30 0 54 0C84 0 84 -38 70 -66C56 -94 26 -106 12 -138Z"
      fill={ink.kraft}
    />
    <path d="M-42 -108C-50 -78 -40 -44 -26 -30C-12 -46 -10 -82 -20 -106Z" fill={ink.kraftLight} />
    <path
      d="M-27 -70-31 -10M-31 -9h-13"
      fill="none"
      stroke={ink.kraft}
      strokeWidth="19"
      strokeLinecap="round"
    />
    <path
      d="M8 -34C8 -62 32 -76 52 -70C74 -62 82 -36 74 -16L20 -6C12 -12 8 -22 8 -34Z"
      fill="#000"
      opacity="0.1"
    />
    <path
      d="M14 -32C16 -58 36 -70 54 -64C78 -54 84 -28 72 -10L60 0H4C-6 0 -8 -16 6 -18H20C16 -22 14 -26 14 -32Z"
      fill={ink.kraft}
    />
    <path
      d="M4 -152C6 -184 -40 -192 -56 -166C-62 -156 -84 -158 -96 -150C-106 -142 -102 -124 -88 -120C-74 -116 -58 -112 -44 -112C-16 -110 2 -126 4 -152Z"
      fill={ink.kraft}
    />
    <path
      d="M-66 -154C-80 -157 -90 -154 -96 -150C-106 -142 -102 -124 -88 -120C-76 -116 -64 -114 -54 -113C-46 -128 -52 -148 -66 -154Z"
      fill={ink.kraftLight}
    />
    <path
      d="M-100 -152Q-108 -142 -98 -138Q-86 -138 -86 -148Q-90 -156 -100 -152Z"
      fill={ink.night}
    />
    <path
      d="M-90 -130Q-78 -120 -62 -126"
      fill="none"
      stroke={ink.kraftDeep}
      strokeWidth="3"
      strokeLinecap="round"
    />
    <ellipse cx="-52" cy="-154" rx="4.4" ry="5" fill={ink.night} />
    <path
      d="M-60 -167Q-53 -172 -46 -167"
      fill="none"
      stroke={ink.kraftDeep}
      strokeWidth="3"
      strokeLinecap="round"
    />
    <path
      d="M-26 -176C-10 -188 14 -168 16 -138C16 -118 2 -108 -8 -116C-20 -128 -18 -152 -26 -176Z"
      fill={ink.kraftDeep}
    />
    <path d="M-42 -116Q-18 -100 8 -114L14 -102Q-14 -84 -44 -102Z" fill={ink.brick} />
    <circle cx="-24" cy="-90" r="8" fill={ink.brass} />
  </PlacedGroup>
);

/**
 * Illustrates "Page Not Found" with a package at a crossroads at night, signposts in every direction, and the dog that
 * found the package.
 */
export const LostParcel = () => (
  <Scene width={1440} height={960}>
    <NightSky width={1440} height={960} count={62} />
    <path d="M1160 150a80 80 0 1 0 70 122a92 92 0 0 1 -70 -122Z" fill="#f8e6bd" />
    <path d="M0 640Q300 560 640 600T1440 570V960H0Z" fill="#26375f" />
    <path d="M0 730Q360 660 720 690T1440 670V960H0Z" fill="#34483f" />
    <path d="M560 700Q520 820 300 960H820Q760 820 640 700Z" fill="#8f7a58" />
    <path d="M640 720Q900 740 1440 900V960H1240Q900 800 620 770Z" fill="#8f7a58" />
    <path d="M840 250H872V800H840Z" fill={ink.woodDark} />
    <path d="M640 300H900L940 342 900 384H640Z" fill={ink.woodLight} />
    <path d="M1080 420H830L790 460 830 500H1080Z" fill={ink.wood} />
    <path
      d="M690 330H850M690 352H800M880 450H1030M880 472H980"
      stroke={ink.kraftDeep}
      strokeWidth="10"
      strokeLinecap="round"
      opacity="0.7"
    />
    <Lantern at={[856, 246]} size={1.3} />
    <Glow at={[856, 190]} radius={420} strength={1} />
    <Package at={[600, 830]} size={2} turn={-4} />
    <Dog at={[884, 832]} size={1.5} />
    <path d="M0 760H1440V960H0Z" fill="url(#shade)" opacity="0.7" />
  </Scene>
);
