import { ink } from "../palette.ts";
import { NightSky, Table, Window } from "../places.tsx";
import { Glow, Scene } from "../scene.tsx";
import { Book, Envelope, Letter, Mug, Plant, TableLamp } from "../things.tsx";

/** Empty state: a desk with a blank sheet under a lit lamp. */
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
    <Table at={[720, 690]} width={1560} height={300} color={ink.woodLight} />
    <path d="M0 724H1440V960H0Z" fill={ink.wood} />
    <path d="M0 724H1440V746H0Z" fill="#000" opacity="0.16" />
    <TableLamp at={[1120, 740]} size={2.1} color={ink.pine} />
    <path d="M560 770H860L900 880H520Z" fill={ink.cream} />
    <path d="M870 850 950 770" stroke={ink.brick} strokeWidth="12" strokeLinecap="round" />
    <Mug at={[400, 820]} size={2} color={ink.brick} />
    <Plant at={[160, 720]} size={1.8} />
    <Book at={[1290, 736]} turn={86} size={1.5} color={ink.evening} />
    <Book at={[1290, 700]} turn={94} size={1.4} color={ink.brick} />
    <Envelope at={[1240, 860]} size={1.9} turn={-6} />
    <Letter at={[1330, 300]} turn={4} width={110} height={140} />
    <path d="M0 0H1440V960H0Z" fill="url(#shade)" opacity="0.25" />
  </Scene>
);
