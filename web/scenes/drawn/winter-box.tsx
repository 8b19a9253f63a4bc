import { ink } from "../palette.ts";
import { NightSky, Quilt, Table, Window } from "../places.tsx";
import { Glow, Scene } from "../scene.tsx";
import {
  Book,
  Envelope,
  Letter,
  Mug,
  OpenPackage,
  PlacedGroup,
  Socks,
  TableLamp,
  Tin,
} from "../things.tsx";

const FLAKES = Array.from({ length: 34 }, (_, index) => [
  (index * 7919 + 60) % 560,
  (index * 4253 + 30) % 400,
  3 + (index % 3) * 1.6,
]);

/** A winter box close up, with everything that goes into it, on a table by a snowy window. */
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
    <TableLamp at={[1230, 690]} size={2} color={ink.brick} />
    <Glow at={[1230, 530]} radius={520} strength={0.9} />
    <Table at={[720, 690]} width={1500} height={400} color={ink.wood} />
    <path d="M0 724H1440V960H0Z" fill={ink.woodDark} />
    <path d="M0 724H1440V744H0Z" fill="#000" opacity="0.2" />
    <OpenPackage at={[700, 816]} size={2.5}>
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
    <Mug at={[240, 800]} size={2.1} color={ink.evening} />
    <Envelope at={[1120, 826]} size={2} turn={-7} />
    <Envelope at={[1216, 846]} size={2} turn={6} color={ink.linen} />
    <PlacedGroup at={[1060, 712]} turn={0} size={1.6}>
      <path d="M-30 -22H30V0H-30Z" fill={ink.linen} />
      <path d="M-30 -22H30v6H-30Z" fill={ink.brick} />
    </PlacedGroup>
    <path d="M0 0H1440V960H0Z" fill="url(#shade)" opacity="0.35" />
  </Scene>
);
