import { ink } from "../palette.ts";
import { NightSky } from "../places.tsx";
import { Glow, Scene } from "../scene.tsx";
import { Lantern, Package, PlacedGroup } from "../things.tsx";

/**
 * Page not found: a package alone at a crossroads at night, signposts to everywhere, and a dog that
 * found it.
 */
export const LostParcel = () => (
  <Scene width={1440} height={960}>
    <NightSky width={1440} height={960} count={80} />
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
    <PlacedGroup at={[880, 830]} size={1.5}>
      <path
        d="M-70 -10Q-66 -90 -6 -96L40 -96Q52 -40 48 0H-58Q-70 0 -70 -10Z"
        fill={ink.kraftDark}
      />
      <path
        d="M-56 -20Q-96 -20 -102 -60"
        fill="none"
        stroke={ink.kraftDark}
        strokeWidth="14"
        strokeLinecap="round"
      />
      <path
        d="M-6 -84Q-30 -150 -66 -152Q-104 -152 -110 -122Q-134 -118 -128 -104Q-110 -92 -82 -98Q-60 -60 -6 -60Z"
        fill={ink.kraft}
        transform="translate(20 -10)"
      />
      <path d="M-44 -154Q-12 -150 -20 -96Q-44 -100 -44 -154Z" fill={ink.kraftDeep} />
      <circle cx="-74" cy="-134" r="4.5" fill={ink.night} />
      <ellipse cx="-107" cy="-124" rx="7" ry="5" fill={ink.night} />
      <path d="M-96 -108Q-84 -102 -76 -108" fill="none" stroke={ink.kraftDeep} strokeWidth="3" />
      <path d="M-30 -92Q-6 -80 10 -92L6 -76Q-10 -68 -28 -78Z" fill={ink.brick} />
      <path
        d="M-50 0V-40M-26 0V-40M34 0V-30"
        stroke={ink.kraft}
        strokeWidth="16"
        strokeLinecap="round"
      />
    </PlacedGroup>
    <path d="M0 760H1440V960H0Z" fill="url(#shade)" opacity="0.7" />
  </Scene>
);
