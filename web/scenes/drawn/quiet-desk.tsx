import { ink } from "../palette.ts";
import { ContactShadow, NightSky, TableTop, Window } from "../places.tsx";
import { Glow, Scene } from "../scene.tsx";
import { Envelope, Flat, Letter, Mug, PlacedGroup, Plant, TableLamp } from "../objects.tsx";

/** Illustrates an empty list with a desk and a blank sheet under a lit lamp. */
export const QuietDesk = () => (
  <Scene width={1440} height={960}>
    <path d="M0 0H1440V960H0Z" fill="url(#evening-wall)" />
    <Window at={[480, 560]} width={460} height={430}>
      <g transform="translate(-230 -430)">
        <NightSky width={460} height={430} count={34} />
        <path d="M0 380Q140 330 260 356T460 340V430H0Z" fill={ink.night} />
      </g>
    </Window>
    <Glow at={[1040, 520]} radius={600} strength={1} />
    <TableTop backEdgeY={690} />
    <ContactShadow at={[1120, 750]} width={180} />
    <TableLamp at={[1120, 752]} size={2.1} color={ink.pine} />
    <path d="M560 770H860L900 880H520Z" fill={ink.cream} />
    <path d="M870 850 950 770" stroke={ink.brick} strokeWidth="12" strokeLinecap="round" />
    <ContactShadow at={[408, 822]} width={112} />
    <Mug at={[400, 824]} size={2} color={ink.brick} />
    <ContactShadow at={[160, 742]} width={124} />
    <Plant at={[160, 744]} size={1.8} />
    <ContactShadow at={[1314, 770]} width={196} />
    <PlacedGroup at={[1316, 772]}>
      <path d="M-92 -40H84V0H-92Z" fill={ink.evening} />
      <path d="M-70 -40h10V0h-10ZM50 -40h10V0h-10Z" fill={ink.brass} />
      <path d="M-72 -76H74V-40H-72Z" fill={ink.brick} />
      <path d="M-34 -60H30" stroke={ink.cream} strokeWidth="6" />
    </PlacedGroup>
    <Flat at={[1170, 876]} turn={-10} size={2.2}>
      <Envelope at={[0, 0]} />
    </Flat>
    <Letter at={[1330, 300]} turn={4} width={110} height={140} />
    <path d="M0 0H1440V960H0Z" fill="url(#shade)" opacity="0.25" />
  </Scene>
);
