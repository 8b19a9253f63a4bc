import { Book, Lantern, Letter, OpenPackage, Socks, Tin } from "../objects.tsx";
import { ink } from "../palette.ts";
import { PersonDrawing } from "../people.tsx";
import { ContactShadow, NightSky, TableTop } from "../places.tsx";
import { Glow, Scene } from "../scene.tsx";

/** The last step of a box: two service members open it in their tent in the evening. */
export const StepArrived = () => (
  <Scene width={1440} height={960}>
    <path d="M0 0H1440V960H0Z" fill={ink.oliveDark} />
    <path d="M0 0H460L300 760H0ZM980 0H1440V760H1140Z" fill={ink.olive} />
    <g transform="translate(300 0)">
      <svg width="840" height="760">
        <NightSky width={840} height={760} count={40} />
        <path d="M0 620Q200 540 440 600T840 570V760H0Z" fill={ink.night} />
      </svg>
    </g>
    <path d="M250 0H470L336 760H200ZM970 0H1190L1240 760H1104Z" fill={ink.oliveLight} />
    <path d="M0 0H1440V70Q720 140 0 70Z" fill={ink.oliveLight} />
    <path d="M0 70Q720 140 1440 70V84Q720 154 0 84Z" fill="#000" opacity="0.2" />
    <Glow at={[720, 560]} radius={640} strength={0.8} />
    <PersonDrawing
      at={[410, 762]}
      size={1.8}
      skinColor="deep"
      hairColor="black"
      top={ink.sand}
      turn={0.6}
      mood="laugh"
      gaze={[0.8, 0.3]}
      lean={3}
      farArm={{ bend: [90, -20], end: [104, -84] }}
      nearArm={{ bend: [-20, -20], end: [58, -112], hand: "grip" }}
      heldItem={<Socks at={[74, -86]} color={ink.brick} />}
    />
    <PersonDrawing
      at={[1040, 762]}
      size={1.8}
      isMirrored
      skinColor="fair"
      hairColor="sandy"
      haircut="bun"
      top={ink.olive}
      turn={0.6}
      mood="smile"
      eyes="down"
      brows="tender"
      tilt={5}
      farArm={{ bend: [90, -20], end: [100, -92] }}
      nearArm={{ bend: [-20, -20], end: [58, -84], hand: "grip" }}
      heldItem={<Letter at={[80, -114]} width={76} height={94} turn={-8} hasHeart />}
    />
    <TableTop backEdgeY={740} />
    <ContactShadow at={[716, 870]} width={440} />
    <OpenPackage at={[716, 872]} size={1.8}>
      <Book at={[-54, -106]} turn={-8} color={ink.evening} />
      <Tin at={[4, -106]} color={ink.pine} />
      <Tin at={[60, -104]} color={ink.brick} />
    </OpenPackage>
    <ContactShadow at={[1210, 836]} width={130} />
    <Lantern at={[1210, 838]} size={1.7} />
    <Glow at={[1210, 760]} radius={230} strength={0.8} />
    <ContactShadow at={[220, 836]} width={110} />
    <Tin at={[220, 838]} size={1.7} color={ink.evening} />
    <path d="M0 0H1440V960H0Z" fill="url(#shade)" opacity="0.25" />
  </Scene>
);
