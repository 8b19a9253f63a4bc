import { ink } from "../palette.ts";
import { PersonDrawing } from "../people.tsx";
import { Room, Shelf, Table, Window } from "../places.tsx";
import { Glow, Scene } from "../scene.tsx";
import {
  Book,
  HangingLamp,
  OpenPackage,
  Package,
  PackagePile,
  Socks,
  TapeGun,
  Tin,
} from "../things.tsx";

/**
 * The mission: four volunteers at a long table in the warehouse, each with a different part of a
 * package.
 */
export const PackingTable = () => (
  <Scene width={1440} height={960}>
    <Room width={1440} height={960} floorAt={700} />
    <Window at={[300, 300]} width={240} height={230} sky="url(#dawn-sky)" />
    <Window at={[1150, 300]} width={240} height={230} sky="url(#dawn-sky)" />
    <Shelf at={[500, 700]} width={420} height={500} boards={4}>
      {[0, 1, 2].map((board) => (
        <g key={board}>
          <Package at={[84, -20 - board * 125]} size={0.9} />
          <Package at={[206, -20 - board * 125]} size={0.98} hasLabel={board !== 1} />
          <Package at={[330, -20 - board * 125]} size={0.86} />
        </g>
      ))}
    </Shelf>
    <PackagePile at={[70, 820]} rows={[2, 1]} />
    <HangingLamp at={[380, 190]} cordLength={190} />
    <HangingLamp at={[1060, 190]} cordLength={190} />
    <Glow at={[380, 210]} radius={380} strength={0.55} />
    <Glow at={[1060, 210]} radius={380} strength={0.55} />

    <PersonDrawing
      at={[300, 640]}
      size={1.3}
      skinColor="deep"
      hairColor="black"
      haircut="curls"
      top={ink.brass}
      outfit="apron"
      eyes="down"
      turn={0.6}
      lean={4}
      tilt={6}
      farArm={{ bend: [86, -62], end: [104, -44] }}
      nearArm={{ bend: [-20, -50], end: [64, -58] }}
      heldItem={<Socks at={[92, -44]} turn={-14} size={0.95} color={ink.brick} />}
    />
    <PersonDrawing
      at={[640, 640]}
      size={1.3}
      isMirrored
      skinColor="fair"
      hairColor="gray"
      haircut="bob"
      hasGlasses
      top={ink.pine}
      outfit="cardigan"
      turn={0.5}
      eyes="down"
      lean={5}
      tilt={4}
      farArm={{ bend: [80, -60], end: [92, -40] }}
      nearArm={{ bend: [-16, -48], end: [66, -42] }}
      heldItem={<Tin at={[84, -36]} size={0.9} />}
    />
    <PersonDrawing
      at={[890, 640]}
      size={1.34}
      skinColor="tan"
      hairColor="black"
      hasBeard
      top={ink.evening}
      outfit="apron"
      sleeves="short"
      turn={0.6}
      eyes="down"
      lean={4}
      farArm={{ bend: [80, -66], end: [112, -46] }}
      nearArm={{ bend: [-10, -46], end: [78, -48] }}
      heldItem={<TapeGun at={[104, -44]} size={1} />}
    />
    <PersonDrawing
      at={[1240, 640]}
      size={1.24}
      isMirrored
      skinColor="brown"
      hairColor="brown"
      haircut="ponytail"
      top={ink.brick}
      turn={0.6}
      mood="laugh"
      tilt={-4}
      farArm={{ bend: [76, -52], end: [60, -30] }}
      nearArm={{ bend: [-34, -48], end: [40, -24] }}
    />
    <Table at={[720, 640]} width={1360} height={280} />
    <OpenPackage at={[476, 646]} size={1.06}>
      <Book at={[-52, -112]} turn={-8} color={ink.evening} />
      <Tin at={[2, -108]} color={ink.pine} />
      <Book at={[54, -112]} turn={7} color={ink.brick} />
    </OpenPackage>
    <Package at={[1040, 644]} size={1.35} />
    <Package at={[1226, 644]} size={1.3} />
    <Package at={[1228, 536]} size={1} turn={-2} />
    <Tin at={[150, 644]} color={ink.brick} />
    <Tin at={[92, 644]} color={ink.evening} />
    <Book at={[728, 644]} turn={84} size={0.9} color={ink.pine} />
    <path d="M0 760H1440V960H0Z" fill="url(#shade)" opacity="0.5" />
  </Scene>
);
