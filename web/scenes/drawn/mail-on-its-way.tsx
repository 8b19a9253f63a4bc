import { ink } from "../palette.ts";
import { PersonDrawing, uprightLegs } from "../people.tsx";
import { Glow, Scene } from "../scene.tsx";
import { Package, PlacedGroup, Star } from "../objects.tsx";

const TruckAndCarrier = () => (
  <g>
    <PlacedGroup at={[430, 830]}>
      <path d="M-350 -390H150Q170 -390 170 -370V-40H-350Z" fill={ink.cream} />
      <path d="M166 -290H270Q300 -290 312 -260L340 -170V-40H166Z" fill={ink.cream} />
      <path d="M196 -262H262Q280 -262 288 -240L306 -176H196Z" fill={ink.haze} />
      <path d="M-350 -150H340V-104H-350Z" fill={ink.brick} />
      <path d="M-350 -104H340V-80H-350Z" fill={ink.evening} />
      <path d="M-350 -62H352V-30H-350Z" fill={ink.slate} />
      <Star at={[-110, -262]} size={3} />
      <circle cx="-220" cy="-30" r="66" fill={ink.night} />
      <circle cx="-220" cy="-30" r="28" fill={ink.steel} />
      <circle cx="240" cy="-30" r="66" fill={ink.night} />
      <circle cx="240" cy="-30" r="28" fill={ink.steel} />
    </PlacedGroup>
    <Package at={[1010, 840]} size={1.3} />
    <Package at={[1010, 730]} size={1.1} turn={2} />
    <Package at={[1330, 846]} size={1.4} />
    <PersonDrawing
      at={[1180, 610]}
      size={1.3}
      isMirrored
      skinColor="deep"
      hairColor="black"
      haircut="cap"
      hatColor={ink.evening}
      top={ink.slate}
      bottom={ink.night}
      legs={uprightLegs}
      turn={0.5}
      mood="calm"
      gaze={[1, 0.2]}
      lean={-3}
      farArm={{ bend: [84, -20], end: [124, -84] }}
      nearArm={{ bend: [-6, -10], end: [72, -44], hand: "grip" }}
      heldItem={<Package at={[92, -48]} size={1.05} />}
    />
  </g>
);

/** Shows a carrier loading packages into a small truck at dawn while a plane takes off. */
export const MailOnItsWay = () => (
  <Scene width={1440} height={960}>
    <path d="M0 0H1440V960H0Z" fill="url(#dawn-sky)" />
    <circle cx="1120" cy="600" r="90" fill="#fff0c4" />
    <Glow at={[1120, 600]} radius={520} strength={0.9} />
    <path d="M0 640Q200 540 420 600T900 580T1440 560V800H0Z" fill="#94909f" />
    <path d="M0 700Q300 620 620 670T1440 640V960H0Z" fill="#5b6a58" />
    <PlacedGroup at={[980, 210]} turn={-12} size={1.5}>
      <path
        d="M-120 0Q-110 -26 -60 -26H90Q126 -26 130 -6Q110 8 60 8H-90Q-118 8 -120 0Z"
        fill={ink.cream}
      />
      <path
        d="M-112 -18 -134 -64H-104L-74 -24ZM-10 -6 -70 56H-38L44 0ZM0 -24 -34 -62H-12L44 -26Z"
        fill={ink.sand}
      />
      <path d="M-60 -12H86" stroke={ink.evening} strokeWidth="6" strokeDasharray="9 9" />
      <Star at={[-96, -12]} size={0.4} />
    </PlacedGroup>
    <path
      d="M780 262Q500 330 300 300"
      fill="none"
      stroke="#fff"
      strokeWidth="7"
      strokeDasharray="2 22"
      strokeLinecap="round"
      opacity="0.8"
    />
    <path d="M0 780H1440V960H0Z" fill="#5d5a63" />
    <path d="M0 780H1440V796H0Z" fill="#000" opacity="0.15" />
    <path
      d="M60 880H260M420 880H620M780 880H980M1140 880H1340"
      stroke={ink.sand}
      strokeWidth="12"
      opacity="0.6"
    />
    <TruckAndCarrier />
    <path d="M0 800H1440V960H0Z" fill="url(#shade)" opacity="0.5" />
  </Scene>
);

/**
 * The strip for the top of emails, which shows the truck and the carrier without the plane, with room above and below.
 */
export const MailStrip = () => (
  <Scene width={1500} height={600}>
    <path d="M0 0H1500V600H0Z" fill="url(#dawn-sky)" />
    <circle cx="930" cy="330" r="72" fill="#fff0c4" />
    <Glow at={[930, 330]} radius={460} strength={0.9} />
    <path d="M0 366Q220 270 470 330T960 306 1500 300V600H0Z" fill="#94909f" />
    <path d="M0 416Q330 340 680 388T1500 366V600H0Z" fill="#5b6a58" />
    <path d="M0 470H1500V600H0Z" fill="#5d5a63" />
    <path d="M0 470H1500V482H0Z" fill="#000" opacity="0.15" />
    <path
      d="M60 556H1500"
      stroke={ink.sand}
      strokeWidth="9"
      strokeDasharray="150 120"
      opacity="0.6"
    />
    <g transform="translate(130 -181) scale(0.83)">
      <TruckAndCarrier />
    </g>
    <path d="M0 490H1500V600H0Z" fill="url(#shade)" opacity="0.5" />
  </Scene>
);
