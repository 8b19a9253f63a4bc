import { ChildDrawing } from "../drawings.tsx";
import { Envelope, HangingLamp, Heart, Mug, Plant } from "../objects.tsx";
import { ink } from "../palette.ts";
import { PersonDrawing } from "../people.tsx";
import { ContactShadow, NightSky, TableTop, Window } from "../places.tsx";
import { Glow, Scene } from "../scene.tsx";

/** The jar in which a family saves coins for a box. */
const Jar = () => (
  <g transform="translate(724 812)">
    <path
      d="M-70 -150Q-86 -140 -86 -118V-18Q-86 0 -68 0H68Q86 0 86 -18V-118Q86 -140 70 -150Z"
      fill={ink.haze}
      opacity="0.5"
    />
    <path d="M-80 -70Q0 -92 80 -70V-18Q80 -6 68 -6H-68Q-80 -6 -80 -18Z" fill={ink.brass} />
    <path
      d="M-62 -54h34M-12 -60h34M38 -54h30M-48 -34h34M4 -38h34M-62 -18h30M-10 -16h34M44 -26h26"
      stroke={ink.brassDark}
      strokeWidth="7"
      strokeLinecap="round"
      opacity="0.7"
    />
    <path d="M-74 -166H74V-146H-74Z" fill={ink.cream} opacity="0.7" />
    <path d="M-64 -128V-30" stroke="#fff" strokeWidth="10" strokeLinecap="round" opacity="0.5" />
    <Heart at={[0, -66]} size={1.9} />
  </g>
);

/** The first step of a box: a family puts coins into a jar, next to a drawing and an envelope. */
export const StepGiven = () => (
  <Scene width={1440} height={960}>
    <path d="M0 0H1440V960H0Z" fill="url(#evening-wall)" />
    <Window at={[1110, 540]} width={330} height={380}>
      <g transform="translate(-165 -380)">
        <NightSky width={330} height={380} count={26} />
        <path d="M0 330Q120 280 220 310T330 300V380H0Z" fill={ink.night} />
      </g>
    </Window>
    <ChildDrawing at={[236, 300]} kind="rainbow" size={1.5} turn={-4} hasPin />
    <ChildDrawing at={[390, 250]} kind="cat" size={1.4} turn={3} hasPin />
    <Glow at={[724, 260]} radius={620} strength={0.9} />
    <HangingLamp at={[724, 190]} size={1.4} cordLength={150} color={ink.pine} />
    <PersonDrawing
      at={[462, 762]}
      size={1.72}
      skinColor="brown"
      hairColor="gray"
      hasBeard
      top={ink.brick}
      outfit="cardigan"
      turn={0.6}
      mood="smile"
      eyes="down"
      tilt={6}
      farArm={{ bend: [90, -20], end: [96, -10] }}
      nearArm={{ bend: [-90, -20], end: [-10, -8] }}
    />
    <PersonDrawing
      at={[1000, 768]}
      size={1.45}
      headSize={1.2}
      isMirrored
      skinColor="brown"
      hairColor="black"
      haircut="pigtails"
      top={ink.lamp}
      turn={0.6}
      mood="laugh"
      gaze={[0.8, 0.4]}
      lean={6}
      farArm={{ bend: [90, -30], end: [92, -18] }}
      nearArm={{ bend: [30, -10], end: [150, -106], hand: "grip" }}
    />
    <TableTop backEdgeY={730} />
    <ContactShadow at={[724, 814]} width={210} />
    <Jar />
    <circle cx="748" cy="626" r="24" fill={ink.lamp} />
    <circle cx="748" cy="626" r="15" fill="none" stroke={ink.brassDark} strokeWidth="4" />
    <ContactShadow at={[258, 836]} width={116} />
    <Mug at={[250, 838]} size={1.9} color={ink.evening} />
    <Envelope at={[490, 872]} size={1.7} turn={-5} />
    <ChildDrawing at={[960, 838]} kind="sun" size={0.9} turn={6} />
    <ContactShadow at={[1280, 800]} width={110} />
    <Plant at={[1280, 800]} size={1.7} color={ink.pine} />
    <path d="M0 0H1440V960H0Z" fill="url(#shade)" opacity="0.25" />
  </Scene>
);
