import { ink } from "../palette.ts";
import { PersonDrawing, uprightLegs } from "../people.tsx";
import { NightSky } from "../places.tsx";
import { Glow, Scene } from "../scene.tsx";
import { Lantern, Package, Plant, Star } from "../objects.tsx";

/**
 * Shows a volunteer handing a package to a military family at a lit door at dusk. Two children reached the door first.
 */
export const FamilyAtTheDoor = () => (
  <Scene width={1440} height={960}>
    <NightSky width={1440} height={960} count={30} />
    <path d="M330 0H1440V830H330Z" fill="#8b4a38" />
    {Array.from({ length: 12 }, (_, row) => (
      // oxlint-disable-next-line react/no-array-index-key -- the shapes of a drawing have no other key
      <path
        key={row}
        d={`M330 ${40 + row * 68}H1440`}
        stroke="#000"
        strokeWidth="4"
        opacity="0.1"
      />
    ))}
    <path d="M610 130H1010V830H610Z" fill={ink.cream} />
    <path d="M640 160H980V830H640Z" fill="#f3c877" />
    <path d="M640 160H980V420L810 520 640 420Z" fill="#fff" opacity="0.12" />
    <path d="M860 250h90v120h-90Z" fill={ink.kraftDark} />
    <path d="M872 262h66v96h-66Z" fill={ink.linen} />
    <path d="M905 288a16 16 0 1 1 -.1 0ZM878 352q27 -44 54 0Z" fill={ink.evening} />
    <path d="M640 160 560 190V850L640 830Z" fill={ink.evening} />
    <path d="M640 160 560 190V850L640 830Z" fill="#000" opacity="0.2" />
    <circle cx="578" cy="520" r="9" fill={ink.brass} />
    <Star at={[600, 330]} size={1.5} color={ink.brass} />
    <path d="M1120 240H1340V520H1120Z" fill="#f6d38d" />
    <path
      d="M1120 240H1340V520H1120ZM1230 240V520M1120 380H1340"
      fill="none"
      stroke={ink.cream}
      strokeWidth="16"
    />
    <path d="M1120 240Q1150 340 1120 440ZM1340 240Q1310 340 1340 440Z" fill={ink.brick} />
    <Lantern at={[386, 330]} size={1} />
    <path d="M386 230V196h-50" fill="none" stroke={ink.night} strokeWidth="8" />
    <Glow at={[810, 480]} radius={560} strength={0.8} />
    <Glow at={[386, 290]} radius={250} strength={0.8} />
    <path d="M0 830H1440V960H0Z" fill="#5a5568" />
    <path d="M540 830H1080L1130 880H490Z" fill={ink.sand} />
    <path d="M490 880H1130V906H490Z" fill={ink.wallDark} />
    <path d="M640 906 440 960H1180L980 906Z" fill="#f7c864" opacity="0.18" />

    <PersonDrawing
      at={[816, 606]}
      size={1.34}
      isMirrored
      skinColor="fair"
      hairColor="chestnut"
      haircut="long"
      top={ink.pine}
      bottom={ink.night}
      legs={uprightLegs}
      turn={0.6}
      brows="tender"
      gaze={[0.7, 0.4]}
      tilt={-4}
      farArm={{ bend: [60, -40], end: [134, -92] }}
      nearArm={{ bend: [-20, -40], end: [88, -66] }}
    />
    <PersonDrawing
      at={[960, 742]}
      size={0.86}
      headSize={1.36}
      isMirrored
      skinColor="fair"
      hairColor="sandy"
      haircut="short"
      top={ink.brass}
      bottom={ink.evening}
      legs={[
        { bend: [-16, 56], end: [-18, 108] },
        { bend: [18, 56], end: [20, 110] },
      ]}
      mood="laugh"
      eyes="closed"
      farArm={{ bend: [90, -100], end: [76, -196], hand: "open" }}
      nearArm={{ bend: [-90, -100], end: [-80, -196], hand: "open" }}
    />
    <PersonDrawing
      at={[716, 772]}
      size={0.72}
      headSize={1.46}
      isMirrored
      skinColor="fair"
      hairColor="red"
      haircut="pigtails"
      top={ink.rose}
      bottom={ink.brick}
      turn={0.6}
      mood="amazed"
      brows="raised"
      gaze={[0.4, -0.9]}
      tilt={-12}
      legs={[
        { bend: [-16, 50], end: [-16, 96] },
        { bend: [18, 50], end: [18, 98] },
      ]}
      farArm={{ bend: [80, -60], end: [88, -160], hand: "open" }}
      nearArm={{ bend: [-80, -50], end: [-50, 2] }}
    />
    <PersonDrawing
      at={[432, 606]}
      size={1.36}
      skinColor="deep"
      hairColor="black"
      haircut="short"
      top={ink.evening}
      bottom={ink.kraftDeep}
      shoes={ink.night}
      legs={uprightLegs}
      turn={0.6}
      mood="talking"
      gaze={[1, 0.1]}
      lean={3}
      farArm={{ bend: [60, -20], end: [140, -60] }}
      nearArm={{ bend: [-10, -10], end: [84, -40] }}
      heldItem={<Package at={[118, -44]} size={1.14} />}
    />
    <Plant at={[1180, 880]} size={1.5} />
    <Plant at={[1300, 900]} size={1.1} color={ink.pineDark} />
    <path d="M0 830H1440V960H0Z" fill="url(#shade)" opacity="0.5" />
  </Scene>
);
