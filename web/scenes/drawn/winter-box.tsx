import { ink } from "../palette.ts";
import { ContactShadow, NightSky, Quilt, TableTop, Window } from "../places.tsx";
import { Glow, Scene } from "../scene.tsx";
import {
  Book,
  Envelope,
  Flat,
  Letter,
  Mug,
  OpenPackage,
  PlacedGroup,
  Socks,
  TableLamp,
  Tin,
} from "../objects.tsx";

const FLAKES = Array.from({ length: 34 }, (_, index) => [
  (index * 7919 + 60) % 560,
  (index * 4253 + 30) % 400,
  3 + (index % 3) * 1.6,
]);

/** Shows a winter box up close, with everything that goes into it, on a table by a snowy window. */
export const WinterBox = () => (
  <Scene width={1440} height={960}>
    <path d="M0 0H1440V960H0Z" fill="url(#evening-wall)" />
    <Window at={[720, 520]} width={580} height={440}>
      <g transform="translate(-290 -440)">
        <NightSky width={580} height={440} count={10} />
        <path d="M0 380C160 330 380 350 580 376V440H0Z" fill="#dfe6f2" />
        <path d="M96 372 140 240 184 366ZM410 372 450 262 490 368Z" fill={ink.pineDark} />
        <path d="M118 306 140 240 162 306ZM430 318 450 262 470 318Z" fill="#dfe6f2" />
        {FLAKES.map(([x, y, r]) => (
          <circle key={`${x}-${y}`} cx={x} cy={y} r={r} fill="#fff" opacity="0.85" />
        ))}
      </g>
    </Window>
    <Quilt at={[60, 120]} columns={6} rows={8} patchSize={46} />
    <path d="M40 104H356V124H40Z" fill={ink.woodDark} />
    <Glow at={[1230, 560]} radius={520} strength={0.9} />
    <TableTop backEdgeY={690} />
    <ContactShadow at={[1230, 734]} width={170} />
    <TableLamp at={[1230, 736]} size={2} color={ink.brick} />
    <ContactShadow at={[702, 848]} width={530} />
    <OpenPackage at={[700, 850]} size={2.5}>
      <Book at={[-72, -112]} turn={-12} size={1.1} color={ink.evening} />
      <Tin at={[-28, -110]} size={1.1} color={ink.brick} />
      <Socks at={[22, -112]} turn={4} size={1.15} color={ink.pine} />
      <PlacedGroup at={[66, -112]} turn={10}>
        <path d="M-22 -46H22V0H-22Z" fill={ink.brass} />
        <path d="M-22 -46Q0 -92 22 -46Z" fill={ink.brass} />
        <path d="M-25 -50H25V-34H-25Z" fill={ink.cream} />
        <circle cx="0" cy="-78" r="10" fill={ink.cream} />
      </PlacedGroup>
      <Letter at={[-4, -168]} turn={-6} width={54} height={66} hasHeart />
    </OpenPackage>
    <ContactShadow at={[248, 816]} width={118} />
    <Mug at={[240, 818]} size={2.1} color={ink.evening} />
    <Flat at={[1110, 846]} turn={-10} size={2.3}>
      <Envelope at={[0, 0]} />
    </Flat>
    <Flat at={[1214, 880]} turn={9} size={2.3}>
      <Envelope at={[0, 0]} color={ink.linen} />
    </Flat>
    <path d="M0 0H1440V960H0Z" fill="url(#shade)" opacity="0.35" />
  </Scene>
);
