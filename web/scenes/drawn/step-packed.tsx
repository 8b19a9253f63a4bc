import { Book, Letter, OpenPackage, Package, Socks, TapeGun, Tin } from "../objects.tsx";
import { ink } from "../palette.ts";
import { PersonDrawing, uprightLegs } from "../people.tsx";
import { ContactShadow, Shelf, TableTop } from "../places.tsx";
import { Glow, Scene } from "../scene.tsx";

/** The second step of a box: a volunteer puts the last things into it. */
export const StepPacked = () => (
  <Scene width={1440} height={960}>
    <path d="M0 0H1440V960H0Z" fill={ink.sage} />
    <path d="M0 0H1440V960H0Z" fill={ink.cream} opacity="0.25" />
    <Shelf at={[70, 760]} width={420} height={600} boardCount={4}>
      {[0, 1, 2, 3].map((board) => (
        <g key={board}>
          <Package at={[104, -20 - board * 150]} size={1.1} hasLabel={board !== 2} />
          <Package at={[292, -20 - board * 150]} size={1.16} />
        </g>
      ))}
    </Shelf>
    <Shelf at={[960, 760]} width={420} height={600} boardCount={4}>
      {[0, 1, 2, 3].map((board) => (
        <g key={board}>
          <Tin
            at={[60, -20 - board * 150]}
            size={1.3}
            color={board % 2 === 0 ? ink.brick : ink.evening}
          />
          <Tin at={[134, -20 - board * 150]} size={1.3} color={ink.pine} />
          <Book at={[226, -20 - board * 150]} size={1.3} color={ink.evening} />
          <Book at={[296, -20 - board * 150]} size={1.25} color={ink.brick} />
          <Book at={[360, -20 - board * 150]} size={1.3} color={ink.brass} />
        </g>
      ))}
    </Shelf>
    <Glow at={[720, 240]} radius={520} strength={0.7} />
    <PersonDrawing
      at={[704, 604]}
      legs={uprightLegs}
      size={1.8}
      skinColor="tan"
      hairColor="chestnut"
      haircut="bob"
      top={ink.brick}
      outfit="apron"
      turn={0.2}
      mood="smile"
      eyes="down"
      tilt={4}
      farArm={{ bend: [120, -30], end: [56, -48], hand: "grip" }}
      nearArm={{ bend: [-120, -30], end: [-50, -50], hand: "grip" }}
      heldItem={<Letter at={[4, -56]} width={100} height={78} hasHeart />}
    />
    <TableTop backEdgeY={720} />
    <ContactShadow at={[704, 872]} width={430} />
    <OpenPackage at={[704, 874]} size={1.75}>
      <Book at={[-62, -104]} turn={-8} color={ink.evening} />
      <Tin at={[-10, -104]} color={ink.pine} />
      <Socks at={[40, -102]} turn={5} color={ink.lamp} />
      <Tin at={[80, -98]} size={0.7} color={ink.brick} />
    </OpenPackage>
    <ContactShadow at={[260, 836]} width={260} />
    <Package at={[260, 838]} size={1.9} />
    <ContactShadow at={[1180, 846]} width={120} />
    <TapeGun at={[1170, 802]} size={1.4} />
    <path d="M0 0H1440V960H0Z" fill="url(#shade)" opacity="0.2" />
  </Scene>
);
