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
} from "../objects.tsx";

/**
 * Illustrates the mission with four volunteers at a long table in the warehouse, each holding a different part of a
 * package.
 */
export const PackingTable = () => (
  <Scene width={1440} height={960}>
    <Room width={1440} height={960} floorY={700} />
    <Window at={[300, 300]} width={240} height={230} sky="url(#dawn-sky)" />
    <Window at={[1150, 300]} width={240} height={230} sky="url(#dawn-sky)" />
    <Shelf at={[500, 700]} width={420} height={500} boardCount={4}>
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
      mood="calm"
      eyes="down"
      turn={0.6}
      lean={4}
      tilt={6}
      farArm={{ bend: [90, -20], end: [112, -90] }}
      nearArm={{ bend: [-20, -20], end: [80, -96], hand: "grip" }}
      heldItem={<Socks at={[92, -70]} turn={-6} size={0.95} color={ink.brick} />}
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
      mood="focused"
      eyes="down"
      lean={5}
      tilt={4}
      farArm={{ bend: [90, -20], end: [100, -80] }}
      nearArm={{ bend: [-20, -20], end: [66, -66], hand: "grip" }}
      heldItem={<Tin at={[80, -62]} size={0.9} />}
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
      mood="talking"
      gaze={[1, 0]}
      lean={4}
      farArm={{ bend: [90, -20], end: [96, -34] }}
      nearArm={{ bend: [-10, -20], end: [66, -82], hand: "grip" }}
      heldItem={<TapeGun at={[68, -82]} size={0.9} />}
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
      gaze={[1, 0.1]}
      tilt={-4}
      farArm={{ bend: [90, -50], end: [70, -92] }}
      nearArm={{ bend: [-90, -48], end: [-46, -10] }}
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
    <Book at={[728, 619]} turn={90} size={0.9} color={ink.pine} />
    <path d="M0 760H1440V960H0Z" fill="url(#shade)" opacity="0.5" />
  </Scene>
);
